import type {
  Container,
  ContainerExit,
  ContainerFigures,
  ContainerRuntime,
  ContainerSpec,
  FoundContainer,
  ImageReference,
} from '../../agent/containers/runtime'

export interface FakeContainer extends Container {
  spec: ContainerSpec
  isRunning: boolean
  /** Signals it was sent, in order. */
  signals: string[]
  /** Whether its remains were removed. */
  isDiscarded: boolean
  /** What it printed. */
  output: string[]
  /** Ends it as if by itself. */
  exit(code?: number): void
  /** Ends it because its memory ran out, as Docker tells it. */
  runOutOfMemory(): void
  /** Programs in it that were killed for memory. */
  kills: number
  /** What its programs used so far, where anybody can tell. */
  use: ContainerFigures
}

/** A runtime whose containers are objects: they run until a test ends them or a signal does. */
export class FakeContainerRuntime implements ContainerRuntime {
  readonly agentHost = '127.0.0.1'
  readonly agentHostInContainers = '127.0.0.1'
  outlivesAgent = false
  /** Of every image. */
  digest: string | undefined
  /** What an earlier agent left. */
  found: FoundContainer[] = []
  readonly sdkHost = '127.0.0.1'
  readonly containers: FakeContainer[] = []
  readonly pulls: string[] = []
  /** Makes pulls, or starts, fail with this message. */
  pullFault: string | undefined
  startFault: string | undefined
  /** Containers started from now on do not end on SIGTERM. */
  ignoresTerminate = false

  constructor(private readonly now: () => number) {}

  async pull({ image, tag, digest }: ImageReference): Promise<{ digest?: string }> {
    this.pulls.push(digest ? `${image}@${digest}` : `${image}:${tag}`)
    if (this.pullFault) throw new Error(this.pullFault)
    return { digest: digest ?? this.digest }
  }

  async resolve(): Promise<{ digest?: string }> {
    if (this.pullFault) throw new Error(this.pullFault)
    return { digest: this.digest }
  }

  async find(): Promise<FoundContainer[]> {
    return this.found
  }

  async start(spec: ContainerSpec): Promise<Container> {
    if (this.startFault) throw new Error(this.startFault)
    const container = createFakeContainer(spec, this.ignoresTerminate, this.now())
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

function createFakeContainer(
  spec: ContainerSpec,
  ignoresTerminate: boolean,
  startedEpoch: number,
): FakeContainer {
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
    startedEpoch,
    signals: [],
    isDiscarded: false,
    output: [],
    kills: 0,
    use: {},
    memoryKills: () => container.kills,
    figures: async () => container.use,
    lastOutput: async () => container.output,
    async discard() {
      if (container.isRunning) container.kill()
      container.isDiscarded = true
    },
    exit: (code = 0) => end({ code, signal: null }),
    runOutOfMemory() {
      container.kills++
      end({ code: 137, signal: null, outOfMemory: { limitMb: container.spec.memoryMb } })
    },
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
