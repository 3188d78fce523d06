import type { Environment } from '../../core/resources/environment'
import type { Metadata } from '../../core/resources/metadata'
import type { InstanceMinute, UsageMinute } from '../../core/agent/protocol'
import { hourMilliseconds, minuteMilliseconds } from '../../core/time/durations'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { AgentUnreachableError, type AgentAddress, type Agents } from '../agents/agents'
import type { AgentReport } from '../metrics/observe-agents'
import { forEach, inRounds } from './rounds'

/** Agents asked at the same time. */
const concurrency = 32
/** Answers of one agent in a round: one that was not asked for an hour has more than one answer takes. */
const mostAnswers = 5
/** Rows of one statement. */
const mostRows = 500
/** Whoever was not heard from for so long is not asked. */
const silentMilliseconds = 2 * minuteMilliseconds

interface UsageCollection {
  /** Those that are led here now. */
  environments: () => { metadata: Pick<Metadata, 'name'>; status?: Environment['status'] }[]
  /** Of instances by client token; who was never heard from is not asked. */
  reports: ReadonlyMap<string, AgentReport>
  agents: Pick<Agents, 'usage'>
  keep: (minutes: InstanceMinute[]) => Promise<void>
  clock: Clock
  log: Logger
}

interface Source {
  environmentId: string
  address: AgentAddress
}

/**
 * Takes from all agents of the environments that are led here, once a minute, what their processes used. Apart from passes: what cannot be had
 * here holds up no environment. Agents keep an hour, so whoever comes to lead takes that first, and what is there already is kept once.
 */
export async function collectUsage(
  { environments, reports, agents, keep, clock, log }: UsageCollection,
  signal: AbortSignal,
): Promise<void> {
  /** Client token to the beginning of the last minute that is kept. */
  let last = new Map<string, number>()

  function sources(): Source[] {
    const now = clock.now()
    return environments().flatMap(({ metadata, status }) =>
      (status?.instances ?? []).flatMap(({ clientToken }) => {
        const report = reports.get(clientToken)
        return report && now - report.heardAt <= silentMilliseconds
          ? [{ environmentId: metadata.name, address: report.address }]
          : []
      }),
    )
  }

  async function collect(): Promise<void> {
    const asked = sources()
    last = new Map(asked.map(({ address: { instance } }) => [instance, last.get(instance) ?? 0]))
    const rows: InstanceMinute[] = []
    await forEach(asked, concurrency, async (source) => {
      if (signal.aborted) return
      for await (const minute of ask(source)) rows.push(minute)
      if (rows.length >= mostRows) await keepAll(rows.splice(0))
    })
    await keepAll(rows)
  }

  async function* ask({ environmentId, address }: Source): AsyncGenerator<InstanceMinute> {
    const { instance } = address
    let after = last.get(instance) ?? 0
    for (let answers = 0; answers < mostAnswers; answers++) {
      const minutes = await minutesAfter(address, after)
      const latest = minutes.at(-1)?.epoch ?? after
      if (latest <= after) return
      after = latest
      for (const minute of minutes) yield { environmentId, clientToken: instance, ...minute }
      // No later minute is over.
      if (clock.now() - latest < 2 * minuteMilliseconds) return
    }
  }

  /** Those that may be true. */
  async function minutesAfter(address: AgentAddress, after: number): Promise<UsageMinute[]> {
    try {
      const { minutes } = await agents.usage(address, after)
      return minutes.filter(({ epoch }) => epoch > after && isPlausible(epoch, clock.now()))
    } catch (error) {
      // It is away, or of an older release.
      if (!(error instanceof AgentUnreachableError)) throw error
      log.debug({ err: error }, 'An agent does not tell what processes use')
      return []
    }
  }

  async function keepAll(rows: InstanceMinute[]): Promise<void> {
    if (rows.length === 0) return
    await keep(rows)
    for (const { clientToken, epoch } of rows)
      last.set(clientToken, Math.max(epoch, last.get(clientToken) ?? 0))
  }

  const failure = 'What processes use could not be kept; it is tried again in a minute'
  await inRounds(collect, { pauseMilliseconds: minuteMilliseconds, failure, clock, log }, signal)
}

/** Whole minutes of the last two hours: an agent whose clock is wrong draws no graph of another time. */
const isPlausible = (epoch: number, now: number) =>
  epoch % minuteMilliseconds === 0 && epoch <= now && epoch > now - 2 * hourMilliseconds
