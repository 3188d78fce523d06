import { get } from 'node:http'
import { isHealthyStatus, settingRules, type HealthCheck } from '../../core/application/run-settings'
import type { PortMapping } from '../containers/runtime'
import { describeBrokenAnswer, metTls, speaksTls } from './describe-broken-answer'

export type Health =
  | {
      healthy: true
      /** How long the answer took; absent where nobody was asked. */
      milliseconds?: number
    }
  | { healthy: false; reason: string }

const defaultStatuses = settingRules.healthCheck.statuses.default

/** Asks one port once; never rejects. The reason is for people. */
export type HealthProbe = (mapping: PortMapping, check: HealthCheck, signal: AbortSignal) => Promise<Health>

/** GET of the path of a check, healthy by its statuses. A connection of its own each time: a kept one would hide a full backlog. */
export const probeHealth: HealthProbe = async ({ port, hostPort }, check, signal) => {
  const askedAt = performance.now()
  const what = await ask(hostPort, check, signal).then(
    async (status) => {
      if (isHealthyStatus(check.statuses, status)) return undefined
      // Several servers of TLS answer so to whoever asks without.
      return status === 400 && (await speaksTls(hostPort, signal)) ? metTls : describeStatus(status, check)
    },
    (error: NodeJS.ErrnoException) => {
      if (error instanceof NotInTime) return error.message
      if (error.code === 'ECONNREFUSED') return 'found nobody listening on 0.0.0.0'
      return describeBrokenAnswer(error, hostPort, signal)
    },
  )
  return what === undefined
    ? { healthy: true, milliseconds: Math.round(performance.now() - askedAt) }
    : { healthy: false, reason: `${describeQuestion(check, port)} ${what}.` }
}

/** The question in the words of a message; a Host of its own is named, since it decides about the answer. */
const describeQuestion = ({ path, host }: HealthCheck, port: number): string =>
  `GET ${path} on port ${port}${host === '' ? '' : ` as ${host}`}`

/** Which answers are taken is told where that is not as everybody knows it. */
const describeStatus = (status: number, { statuses }: HealthCheck): string =>
  statuses === defaultStatuses ? `answered ${status}` : `answered ${status}, and ${statuses} is healthy`

class NotInTime extends Error {}

/** The status of the answer. @throws NotInTime, or what Node says */
const ask = (hostPort: number, { path, host }: HealthCheck, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    let isConnected = false
    const request = get(
      {
        host: '127.0.0.1',
        port: hostPort,
        path,
        agent: false,
        signal,
        ...(host !== '' && { headers: { host } }),
      },
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
