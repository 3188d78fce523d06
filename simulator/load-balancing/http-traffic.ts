import { get } from 'node:http'
import { openProxy } from './http-proxy'
import type { HealthAnswer, HealthQuestion, Traffic } from './traffic'

/** As our target groups have it in AWS. */
const probeTimeoutMs = 4000

/** Real HTTP on this machine. */
export const httpTraffic: Traffic = { open: openProxy, probe }

/** Asks as an Application Load Balancer does, so that a program that tells its visitors apart meets the same here. */
function probe({ host, port, path, privateHost }: HealthQuestion): Promise<HealthAnswer> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(probeTimeoutMs)
    const request = get({
      host,
      port,
      path,
      agent: false,
      headers: { host: privateHost, 'user-agent': 'ELB-HealthChecker/2.0' },
      signal,
    })
    request.on('response', (response) => {
      const { statusCode = 0 } = response
      response.on('error', () => undefined)
      // Only the status counts, and a body may have no end.
      response.destroy()
      resolve({ status: statusCode })
    })
    request.on('error', () => resolve({ isTimeout: signal.aborted }))
  })
}
