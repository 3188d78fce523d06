import type { ProcessUsage, UsageMinute } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import { minuteMilliseconds } from '../../../core/time/durations'
import type { MinuteOfUse } from './wanted-number'

/** As much as anybody decides by. */
const keptMilliseconds = 10 * minuteMilliseconds
/** Between two questions to an agent whose last minute is over: its clock is behind, or it cannot tell. */
const pauseMilliseconds = 5_000

interface OfInstance {
  askedEpoch: number
  /** Beginning of a minute to the cores of each process in it. */
  minutes: Map<number, Map<string, ProcessUsage['cores']>>
}

/** What agents told of the last minutes, by client token. Whoever begins anew asks for them again. */
export class RecentMinutes {
  private readonly instances = new Map<string, OfInstance>()

  /** After which minute to ask an agent now; undefined while there can be no later one. */
  askAfter(clientToken: string, now: number): number | undefined {
    const { askedEpoch = 0, minutes } = this.instances.get(clientToken) ?? {}
    const last = Math.max(now - keptMilliseconds, ...(minutes?.keys() ?? []))
    return now < last + 2 * minuteMilliseconds || now < askedEpoch + pauseMilliseconds ? undefined : last
  }

  /** Takes over what an agent answered; undefined where it did not. Minutes that cannot be are left out. */
  take(clientToken: string, answer: readonly UsageMinute[] | undefined, now: number): void {
    const before = this.instances.get(clientToken)?.minutes ?? new Map<number, Map<string, number>>()
    const minutes = new Map([...before].filter(([epoch]) => epoch > now - keptMilliseconds))
    for (const { epoch, processes } of answer ?? [])
      if (epoch % minuteMilliseconds === 0 && epoch <= now && epoch > now - keptMilliseconds)
        minutes.set(epoch, new Map(processes.map(({ id, cores }) => [id, cores])))
    this.instances.set(clientToken, { askedEpoch: now, minutes })
  }

  /** Forgets all instances but these. */
  keep(clientTokens: ReadonlySet<string>): void {
    for (const token of this.instances.keys()) if (!clientTokens.has(token)) this.instances.delete(token)
  }

  /**
   * What processes that are healthy now used, oldest first. A process has figures of its own instance alone, and none of a minute in which it
   * was not healthy from the beginning: what starts uses more than what serves.
   */
  of(processes: readonly ProcessStatus[], cpuOf: (process: ProcessStatus) => number): MinuteOfUse[] {
    const known = processes.map((process) => ({
      process,
      minutes: this.instances.get(process.clientToken)?.minutes,
    }))
    const epochs = new Set(known.flatMap(({ minutes }) => [...(minutes?.keys() ?? [])]))
    return [...epochs]
      .sort((a, b) => a - b)
      .map((epoch) => ({
        epoch,
        shares: known.map(({ process, minutes }) => {
          const cores = minutes?.get(epoch)?.get(process.id)
          return cores === undefined || (process.healthyEpoch ?? Infinity) > epoch
            ? undefined
            : cores / cpuOf(process)
        }),
      }))
  }
}
