import { get } from 'node:http'
import { healthCheckPath } from '../../core/process/process-promises'
import type { PortMapping } from '../containers/runtime'
import { describeBrokenAnswer, metTls, speaksTls } from './describe-broken-answer'

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
export const probeHealth: HealthProbe = async ({ port, hostPort }, signal) => {
  const askedAt = performance.now()
  const what = await ask(hostPort, signal).then(
    async (status) => {
      if (status >= 200 && status <= 299) return undefined
      // Several servers of TLS answer so to whoever asks without.
      return status === 400 && (await speaksTls(hostPort, signal)) ? metTls : `answered ${status}`
    },
    (error: NodeJS.ErrnoException) => {
      if (error instanceof NotInTime) return error.message
      if (error.code === 'ECONNREFUSED') return 'found nobody listening'
      return describeBrokenAnswer(error, hostPort, signal)
    },
  )
  return what === undefined
    ? { healthy: true, milliseconds: Math.round(performance.now() - askedAt) }
    : { healthy: false, reason: `GET ${healthCheckPath} on port ${port} ${what}.` }
}

class NotInTime extends Error {}

/** The status of the answer. @throws NotInTime, or what Node says */
const ask = (hostPort: number, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    let isConnected = false
    const request = get(
      { host: '127.0.0.1', port: hostPort, path: healthCheckPath, agent: false, signal },
      (response) => {
        // Only the status counts, and a body may have no end.
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.once('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    request.on('error', (error) => {
      const late = isConnected ? 'did not answer in time' : 'could not connect in time'
      reject(signal.aborted ? new NotInTime(late) : error)
    })
  })
