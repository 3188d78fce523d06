import type { AgentStatus } from '../../../core/agent/protocol'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { hourMilliseconds } from '../../../core/time/durations'
import type { Moment } from '../rest/moment'

/** What agents said last, by client token, and how much of that was taken over. */
export type SaidLogBytes = Map<string, { said: number; taken: number }>

/**
 * Takes over how much CloudWatch Logs took in, in place: once an hour, as each time is a status to write, and at once what instances say that
 * are about to go. What an instance said that is gone is taken over from memory. A counter that fell began anew.
 *
 * @param memory is brought up to date
 */
export function takeLogBytes(
  status: Pick<EnvironmentStatus, 'instances' | 'metered' | 'processes'>,
  reports: ReadonlyMap<string, AgentStatus>,
  memory: SaidLogBytes,
  moment: Moment,
): void {
  const isDue = () => status.metered === undefined || moment.isPast(status.metered.epoch + hourMilliseconds)
  let added = 0
  const present = new Set(status.instances.map(({ clientToken }) => clientToken))
  for (const instance of status.instances) {
    const { clientToken, phase, logBytes: taken = 0 } = instance
    const said = reports.get(clientToken)?.logBytes ?? memory.get(clientToken)?.said
    if (said === undefined) continue
    const isTaken = said !== taken && (phase !== 'Running' || isDue())
    if (isTaken) {
      added += said < taken ? said : said - taken
      instance.logBytes = said
    }
    memory.set(clientToken, { said, taken: isTaken ? said : taken })
  }
  for (const [clientToken, { said, taken }] of memory)
    if (!present.has(clientToken)) {
      added += Math.max(0, said - taken)
      memory.delete(clientToken)
    }
  const lacksLogs = hasSilentOne(status, reports) ?? status.metered?.lacksLogs ?? false
  const { logBytes = 0 } = status.metered ?? {}
  const isNews = added > 0 || lacksLogs !== Boolean(status.metered?.lacksLogs)
  if (status.metered !== undefined && !isNews) return
  status.metered = { ...status.metered, epoch: moment.stamp, logBytes: logBytes + added }
  if (lacksLogs) status.metered.lacksLogs = true
  else delete status.metered.lacksLogs
}

/** Brings up to date what instances said last of which something is known already. */
export function hearLogBytes(memory: SaidLogBytes, answers: ReadonlyMap<string, AgentStatus>): void {
  for (const [clientToken, { logBytes }] of answers) {
    const known = memory.get(clientToken)
    if (known && logBytes !== undefined) memory.set(clientToken, { ...known, said: logBytes })
  }
}

/** Whether an agent that answers cannot tell what its processes print; undefined while none answers. */
function hasSilentOne(
  { processes }: Pick<EnvironmentStatus, 'processes'>,
  reports: ReadonlyMap<string, AgentStatus>,
): boolean | undefined {
  const answering = processes.flatMap(({ clientToken }) => reports.get(clientToken) ?? [])
  return answering.length === 0 ? undefined : answering.some(({ logBytes }) => logBytes === undefined)
}
