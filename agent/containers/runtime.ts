import type { LogStream } from '../output/log-streams'

/** A port of a container, and the one on the instance that leads to it. */
export interface PortMapping {
  port: number
  hostPort: number
}

/** An image; with a digest those very bytes, whatever the tag means by now. */
export interface ImageReference {
  image: string
  tag: string
  digest?: string
  /** ARN of the secret with the login for its registry. */
  registryCredentials?: string
}

export interface ContainerSpec extends ImageReference {
  processId: string
  cpu: number
  memoryMb: number
  ports: PortMapping[]
  /** The whole environment of the container; nothing of the agent's own is added to it. */
  environment: Record<string, string>
  /** Whether Docker's init may stand before the program; absent, it may. */
  init?: boolean
  /** Capabilities that it has beyond those of every container. */
  capabilities?: readonly string[]
  /** Variables that are masked wherever anything of the container is shown, whatever their names. */
  secretNames?: string[]
  /** Log stream of its output; absent, it stays on the instance. */
  logStream?: LogStream
}

export interface ContainerExit {
  code: number | null
  signal: string | null
  /** Given where the container was ended because memory ran out: its limit, and the most that it was seen to use before. */
  outOfMemory?: { limitMb: number; peakMb?: number }
}

/** What programs of a container used so far, and use now; what nobody can tell is undefined. */
export interface ContainerFigures {
  /** For how long they used a core, in seconds. */
  cpuSeconds?: number | undefined
  /** For how long they were held back because they had used what their limit gives, in seconds. */
  throttledSeconds?: number | undefined
  /** Memory that they use now, without what is kept of files and would be given back: the working set. */
  memoryBytes?: number | undefined
}

export interface Container {
  readonly startedEpoch: number
  /** Why what it prints stays on the instance although it was to go elsewhere, for people. */
  readonly outputFault?: string
  /** Resolves once, when the container has ended; never rejects. */
  readonly exited: Promise<ContainerExit>
  /** How many of its programs were killed because memory ran out, as far as that was seen. It may go on without them. */
  memoryKills(): number
  /** Never rejects. */
  figures(): Promise<ContainerFigures>
  /** Asks the container to end (SIGTERM, or what its image names instead). */
  terminate(): void
  /** Ends the container (SIGKILL). */
  kill(): void
  /** Its last lines, oldest first, secrets masked; also after it has ended. Never rejects, and is bounded. */
  lastOutput(): Promise<string[]>
  /** Removes what is left of it, ending it if it still runs. Never rejects. */
  discard(): Promise<void>
}

/** A container that an earlier agent of this instance started, running or not. */
export interface FoundContainer {
  processId: string
  ports: PortMapping[]
  digest?: string
  container: Container
}

/** Runs containers on an instance. Host ports are chosen by the agent, so that every runtime exposes them alike. */
export interface ContainerRuntime {
  /** Address on which the agent listens for containers. */
  readonly agentHost: string
  /** An address of the instance that AWS SDKs in containers trust over plain HTTP: of the loopback, or 169.254.170.2. */
  readonly sdkHost?: string
  /** The name under which containers reach that address. */
  readonly agentHostInContainers: string
  /** Whether containers live on when the agent ends, to be found by the next one. */
  readonly outlivesAgent: boolean
  /**
   * Makes the image available and tells its digest, where it has one; rejects with an error whose message says why not, for people, without
   * a full stop.
   */
  pull(reference: ImageReference): Promise<{ digest?: string }>
  /** Asks which digest the tag has in its registry now, where it has one, and takes nothing from there; rejects in the same manner. */
  resolve(reference: ImageReference): Promise<{ digest?: string }>
  /** Rejects when the container could not be started, in the same manner. Ports and name of an earlier one of the process must be free again. */
  start(spec: ContainerSpec): Promise<Container>
  /** Containers of this instance, at most one for a process. */
  find(): Promise<FoundContainer[]>
}
