import { get } from 'node:http'
import type { PortMapping } from '../containers/runtime'

export type Health =
  | {
      healthy: true
      /** How long the answer took; absent where nobody was asked. */
      milliseconds?: number
    }
  | { healthy: false; reason: string }

/** Asks one port once; never rejects. The reason is for people. */
export type HealthProbe = (mapping: PortMapping, signal: AbortSignal) => Promise<Health>

/** GET /health, healthy from 200 to 299. A connection of its own each time: a kept one would hide a full backlog. */
export const probeHealth: HealthProbe = ({ port, hostPort }, signal) =>
  new Promise((resolve) => {
    const unhealthy = (what: string) =>
      resolve({ healthy: false, reason: `GET /health on port ${port} ${what}.` })
    const askedAt = performance.now()
    const request = get(
      { host: '127.0.0.1', port: hostPort, path: '/health', agent: false, signal },
      (response) => {
        // Only the status counts, and a body may have no end.
        response.destroy()
        const status = response.statusCode ?? 0
        const milliseconds = Math.round(performance.now() - askedAt)
        if (status >= 200 && status <= 299) resolve({ healthy: true, milliseconds })
        else unhealthy(`answered ${status}`)
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) unhealthy('did not answer in time')
      else if (error.code === 'ECONNREFUSED') unhealthy('found nobody listening')
      // Docker listens for its containers, and cuts off whom it cannot bring to the program.
      else unhealthy('was cut off: the program does not listen on 0.0.0.0, or ended the connection itself')
    })
  })
