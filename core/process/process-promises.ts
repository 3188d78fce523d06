/** Promises of the documentation to processes, which agent or controller keep. */

/** GET on each exposed port; 200 to 299 is healthy. */
export const healthCheckPath = '/health'

/** A deployment fails if a process is not healthy so long after its container started. */
export const healthySeconds = 60

/** A process that polls one of its endpoints more often than this is answered 429. */
export const shortestPollMilliseconds = 2_000

/** A process that asks its stop endpoint at least this often is let finish its work. */
export const stopPollSeconds = 30

/** How long that work may take. */
export const gracefulStopMilliseconds = 10 * 60_000

/** Most bytes that the images of one environment may take together on the disk of an instance. */
export const mostImageBytes = 6.5e9

/** Ports of an instance on which processes are reached from inside the network. */
export const processPortRange = { fromPort: 49555, toPort: 65535 }
