import { processLines } from '../../core/environment-log/process-lines'
import { isHealthy } from '../../core/process/process-phases'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Draft } from './draft'
import type { Pass } from './pass'

type Wanted = Pick<Pass, 'goal' | 'stored' | 'stamp'>
type Log = Pick<Draft, 'status' | 'eventOf'>

/**
 * Records and tells which applications are down, and which are up again: one of which no process is healthy though some are wanted, and
 * one was before. What has never been healthy is on its way.
 */
export function recordOutages({ goal, stored, stamp }: Wanted, draft: Log): void {
  const { status } = draft
  const recorded = new Map((stored?.outages ?? []).map((outage) => [outage.applicationId, outage]))
  const wanted = new Map(
    [...goal.fallback, ...goal.wanted].map(({ application }) => [application.applicationId, application]),
  )
  const outages: NonNullable<EnvironmentStatus['outages']> = []
  for (const { applicationId, name, count } of wanted.values()) {
    if (count === 0) continue
    const outage = recorded.get(applicationId)
    const isUp = numHealthy(status, applicationId) > 0
    if (outage && isUp)
      draft.eventOf({ applicationId }, processLines.upAgain, {
        name,
        milliseconds: stamp - outage.sinceEpoch,
      })
    else if (outage) outages.push(outage)
    else if (!isUp && stored && numHealthy(stored, applicationId) > 0) {
      outages.push({ applicationId, name, sinceEpoch: stamp })
      draft.eventOf({ applicationId }, processLines.down, {
        name,
        count,
        why: causeOf(status, applicationId),
      })
    }
  }
  if (outages.length > 0) status.outages = outages
  else delete status.outages
}

/** Sentence for people on all that is down; undefined where nothing is. */
export function describeOutages({ outages = [] }: EnvironmentStatus): string | undefined {
  if (outages.length === 0) return undefined
  const names = outages.map(({ name }) => name)
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} down.`
}

const numHealthy = ({ processes }: Pick<EnvironmentStatus, 'processes'>, applicationId: string): number =>
  processes.filter((process) => process.applicationId === applicationId && isHealthy(process)).length

/** What is wrong with the first of its processes, as its agent says. */
const causeOf = ({ processes }: EnvironmentStatus, applicationId: string): string =>
  processes.find((process) => process.applicationId === applicationId && process.message)?.message ?? ''
