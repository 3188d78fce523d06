import { get } from 'node:http'
import { openProxy } from './http-proxy'
import type { Traffic } from './traffic'

const probeTimeoutMs = 5000

/** Real HTTP on this machine. */
export const httpTraffic: Traffic = { open: openProxy, probe }

function probe(host: string, port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({
      host,
      port,
      path,
      agent: false,
      headers: { 'user-agent': 'ELB-HealthChecker/2.0' },
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    request.on('response', (response) => {
      const { statusCode = 0 } = response
      response.on('error', () => undefined)
      // Only the status counts, and a body may have no end.
      response.destroy()
      resolve(statusCode >= 200 && statusCode < 300)
    })
    request.on('error', () => resolve(false))
  })
}
