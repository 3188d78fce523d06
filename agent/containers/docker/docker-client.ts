import Docker from 'dockerode'

/** Where Docker listens: a socket's path, or the address of one over the network. */
export type DockerAddress = { socketPath: string } | { host: string; port: number; protocol: 'http' }

export const usualDockerSocket = '/var/run/docker.sock'

export const openDocker = (address: DockerAddress = { socketPath: usualDockerSocket }): Docker =>
  new Docker(address)

/** The answer's status where Docker refused, 0 where it could not be asked. */
export const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0

/** What Docker said, without the client's words around it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'json' in error && isAnswer(error.json) ? error.json.message : error.message
  return said.replace(/^\(HTTP code \d+\)[^-]*- /, '').trim()
}

const isAnswer = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
