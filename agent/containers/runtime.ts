/** Where a port of a container is reached on the instance. */
export interface PortMapping {
  port: number
  hostPort: number
}

export interface ContainerSpec {
  processId: string
  image: string
  tag: string
  cpu: number
  memoryMb: number
  ports: PortMapping[]
  /** The whole environment of the container; nothing of the agent's own is added to it. */
  environment: Record<string, string>
}

export interface ContainerExit {
  code: number | null
  signal: string | null
}

export interface Container {
  /** Resolves once, when the container has ended; never rejects. */
  readonly exited: Promise<ContainerExit>
  /** Asks it to end (SIGTERM). */
  terminate(): void
  /** Ends it (SIGKILL). */
  kill(): void
}

/** What runs containers on an instance. Host ports are chosen by the agent, so that every runtime exposes them alike. */
export interface ContainerRuntime {
  /** The address under which a container reaches the agent, and the agent listens for containers. */
  readonly agentHost: string
  /** An address of the instance that AWS SDKs in containers trust over plain HTTP: of the loopback, or 169.254.170.2. */
  readonly sdkHost?: string
  /** Makes the image available; rejects with an error whose message says why not, for people, without a full stop. */
  pull(image: string, tag: string): Promise<void>
  /** Rejects when the container could not be started, in the same manner. */
  start(spec: ContainerSpec): Promise<Container>
}
