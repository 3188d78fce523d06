import type Docker from 'dockerode'

/** Address of Docker: a socket's path, or host and port. */
export interface DockerAddress {
  socketPath?: string
  host?: string
  port?: number
}

/** Docker's usual socket. */
const usualSocketPath = '/var/run/docker.sock'

/**
 * Opens a client of Docker. No variable counts: the address has what `DOCKER_HOST` says. The client is loaded only here, as it takes a while and
 * agents without Docker need none.
 */
export async function openDocker({ socketPath, host, port }: DockerAddress = {}): Promise<Docker> {
  const { default: Client } = await import('dockerode')
  return host === undefined
    ? new Client({ socketPath: socketPath ?? usualSocketPath })
    : new Client({ host, port: port ?? 2375, protocol: 'http' })
}

/** The answer's status where Docker refused, 0 where it could not be asked. */
export const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 0

/** Docker's own message, without the client's words around it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'json' in error && isAnswer(error.json) ? error.json.message : error.message
  return said.replace(/^\(HTTP code \d+\)[^-]*- /, '').trim()
}

const isAnswer = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
