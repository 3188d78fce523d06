import type {
  Container,
  ContainerExit,
  ContainerRuntime,
  ContainerSpec,
} from '../../agent/containers/runtime'

export interface FakeContainer extends Container {
  spec: ContainerSpec
  isRunning: boolean
  /** Signals it was sent, in order. */
  signals: string[]
  /** Ends it as if by itself. */
  exit(code?: number): void
}

/** A runtime whose containers are objects: they run until a test ends them or a signal does. */
export class FakeContainerRuntime implements ContainerRuntime {
  readonly agentHost = '127.0.0.1'
  readonly sdkHost = '127.0.0.1'
  readonly containers: FakeContainer[] = []
  readonly pulls: string[] = []
  /** Makes pulls, or starts, fail with this message. */
  pullFault: string | undefined
  startFault: string | undefined
  /** Containers started from now on do not end on SIGTERM. */
  ignoresTerminate = false

  async pull(image: string, tag: string): Promise<void> {
    this.pulls.push(`${image}:${tag}`)
    if (this.pullFault) throw new Error(this.pullFault)
  }

  async start(spec: ContainerSpec): Promise<Container> {
    if (this.startFault) throw new Error(this.startFault)
    const container = createFakeContainer(spec, this.ignoresTerminate)
    this.containers.push(container)
    return container
  }

  get running(): FakeContainer[] {
    return this.containers.filter(({ isRunning }) => isRunning)
  }

  /** The container that was started last; throws when there is none. */
  get last(): FakeContainer {
    const container = this.containers.at(-1)
    if (!container) throw new Error('No container was started')
    return container
  }
}

function createFakeContainer(spec: ContainerSpec, ignoresTerminate: boolean): FakeContainer {
  let resolveExit: (exit: ContainerExit) => void
  const exited = new Promise<ContainerExit>((resolve) => {
    resolveExit = resolve
  })
  const end = (exit: ContainerExit) => {
    container.isRunning = false
    resolveExit(exit)
  }
  const container: FakeContainer = {
    spec,
    exited,
    isRunning: true,
    signals: [],
    exit: (code = 0) => end({ code, signal: null }),
    terminate() {
      container.signals.push('SIGTERM')
      if (!ignoresTerminate) end({ code: null, signal: 'SIGTERM' })
    },
    kill() {
      container.signals.push('SIGKILL')
      end({ code: null, signal: 'SIGKILL' })
    },
  }
  return container
}
