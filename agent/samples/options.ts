export interface SampleOptions {
  /** Tag of the image: it says which version this is and how it behaves. */
  tag: string
  processId: string
  applicationName: string
  ports: { port: number; hostPort: number }[]
  /** Whether it runs in a container, with a network of its own, rather than as a child of the agent. */
  isContained: boolean
  stopUrl: string | undefined
  /** Overrides how long `slow` is unhealthy and `crash` lives. */
  delayMs: number | undefined
  /** Every SDO_ variable, those that open something hidden. */
  injected: Record<string, string>
}

const listenPrefix = 'SDO_LISTEN_'
/** Set in the image. */
export const containedVariable = 'SAMPLE_IS_CONTAINED'
/** Usual port of the sample in a container. */
export const containedPort = 8080
const opensSomething = /STOP_URL|CREDENTIALS|TOKEN|SECRET|PASSWORD|KEY/

/** Reads what the platform gives every process: the environment, and the tag as the image's own command line. */
export function readSampleOptions(
  environment: Record<string, string | undefined> = process.env,
  tag = process.argv[2] ?? '1',
): SampleOptions {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('SDO_') && value !== undefined ? [[name, value] as const] : [],
  )
  const isContained = environment[containedVariable] !== undefined
  return {
    tag,
    isContained,
    processId: environment.SDO_PROCESS_ID ?? '',
    applicationName: environment.SDO_APPLICATION_NAME ?? 'sample',
    ports: isContained
      ? [{ port: containedPort, hostPort: containedPort }]
      : variables
          .filter(([name]) => name.startsWith(listenPrefix))
          .map(([name, value]) => ({
            port: Number(name.slice(listenPrefix.length)),
            hostPort: Number(value),
          })),
    stopUrl: environment.SDO_STOP_URL,
    delayMs: environment.SDO_SAMPLE_DELAY_MS ? Number(environment.SDO_SAMPLE_DELAY_MS) : undefined,
    injected: Object.fromEntries(
      variables
        .map(([name, value]) => [name, opensSomething.test(name) ? '(hidden)' : value] as const)
        .sort(([left], [right]) => left.localeCompare(right)),
    ),
  }
}
