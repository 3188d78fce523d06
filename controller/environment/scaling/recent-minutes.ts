import type { ProcessUsage, UsageMinute } from '../../../core/agent/protocol'
import type { SharedMeasure } from '../../../core/application/scaling-measures'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { ProcessStatus } from '../../../core/resources/environment'
import { minuteMilliseconds } from '../../../core/time/durations'
import type { MinuteOfUse } from './wanted-number'

/** As much as anybody decides by. */
const keptMilliseconds = 10 * minuteMilliseconds
/** Between two questions to an agent whose last minute is over: its clock is behind, or it cannot tell. */
const pauseMilliseconds = 5_000

type Used = Pick<ProcessUsage, 'cores' | 'memoryMb'>
/** What a process asks for. */
type Size = Pick<ApplicationSpec, 'cpu' | 'memoryMb'>

interface OfInstance {
  askedEpoch: number
  /** Beginning of a minute to what each process used in it. */
  minutes: Map<number, Map<string, Used>>
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
    const before = this.instances.get(clientToken)?.minutes ?? new Map<number, Map<string, Used>>()
    const minutes = new Map([...before].filter(([epoch]) => epoch > now - keptMilliseconds))
    for (const { epoch, processes } of answer ?? [])
      if (epoch % minuteMilliseconds === 0 && epoch <= now && epoch > now - keptMilliseconds)
        minutes.set(epoch, new Map(processes.map(({ id, cores, memoryMb }) => [id, { cores, memoryMb }])))
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
  of(
    processes: readonly ProcessStatus[],
    sizeOf: (process: ProcessStatus) => Size | undefined,
  ): MinuteOfUse[] {
    const known = processes.map((process) => ({
      process,
      minutes: this.instances.get(process.clientToken)?.minutes,
    }))
    const epochs = new Set(known.flatMap(({ minutes }) => [...(minutes?.keys() ?? [])]))
    return [...epochs]
      .sort((a, b) => a - b)
      .map((epoch) => {
        const shares = known.map(({ process, minutes }): Partial<Record<SharedMeasure, number>> => {
          const used = minutes?.get(epoch)?.get(process.id)
          return used && (process.healthyEpoch ?? Infinity) <= epoch ? sharesOf(used, sizeOf(process)) : {}
        })
        return { epoch, cpu: shares.map(({ cpu }) => cpu), memory: shares.map(({ memory }) => memory) }
      })
  }
}

const sharesOf = ({ cores, memoryMb }: Used, size: Size | undefined) => ({
  cpu: cores / (size?.cpu ?? Infinity),
  ...(memoryMb !== undefined && { memory: memoryMb / (size?.memoryMb ?? Infinity) }),
})
