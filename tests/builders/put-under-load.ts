import type { DesiredProcess } from '../../core/agent/protocol'
import type { EnvironmentBench } from './environment-bench'

const minuteMs = 60_000
/** As agents look. */
const lookMs = 15_000

interface Used {
  cores: number
  memoryMb: number | undefined
}

/** A minute of an application under load, for whoever judges how it was served. */
export interface LoadedMinute {
  epoch: number
  /** Processes that shared the load, on the average. */
  serving: number
  /** Cores that the load would have used of each, by the cores that one has: above 1, it was not served. */
  share: number
}

/**
 * Puts an application under a load of so many cores at a time, which its healthy processes share. Their agents tell of each minute once it is
 * over, unless `isTold` says otherwise; of memory where `memoryAt` says what share of its own each process uses.
 *
 * @returns the minutes, oldest first, as they come
 */
export function putUnderLoad(
  bench: EnvironmentBench,
  applicationId: string,
  coresAt: (epoch: number) => number,
  isTold: (epoch: number) => boolean = () => true,
  memoryAt?: (epoch: number, serving: number) => number,
): LoadedMinute[] {
  const minutes: LoadedMinute[] = []
  let lookedEpoch = 0
  let minute = Math.floor(bench.clock.now() / minuteMs) * minuteMs
  let looks: { serving: number; share: number; used: Map<string, Map<string, Used>> }[] = []

  bench.watch(() => {
    const now = bench.clock.now()
    if (now >= minute + minuteMs) {
      endMinute()
      minute = Math.floor(now / minuteMs) * minuteMs
      looks = []
    }
    if (now - lookedEpoch < lookMs) return
    lookedEpoch = now
    const placed = [...bench.agents.healthyByInstance()].map(([instance, healthy]) => ({
      instance,
      own: healthy.filter((process) => process.applicationId === applicationId),
    }))
    const serving = placed.flatMap(({ own }) => own)
    const cpu = serving[0]?.cpu ?? 1
    const share = coresAt(now) / serving.length / cpu
    const cores = Math.min(cpu, share * cpu)
    const memoryShare = memoryAt?.(now, serving.length)
    const usedBy = (own: DesiredProcess[]) =>
      new Map(own.map(({ id, memoryMb }) => [id, { cores, memoryMb: memoryShare && memoryShare * memoryMb }]))
    looks.push({
      serving: serving.length,
      share,
      used: new Map(placed.map(({ instance, own }) => [instance, usedBy(own)])),
    })
  })

  function endMinute(): void {
    const served = looks.filter(({ serving }) => serving > 0)
    if (served.length > 0)
      minutes.push({
        epoch: minute,
        serving: meanOf(served.map(({ serving }) => serving)),
        share: meanOf(served.map(({ share }) => share)),
      })
    if (!isTold(minute)) return
    for (const instance of new Set(looks.flatMap(({ used }) => [...used.keys()]))) {
      const samples = looks.flatMap(({ used }) => used.get(instance) ?? [])
      const processes = [...new Set(samples.flatMap((sample) => [...sample.keys()]))].map((id) => {
        const used = samples.flatMap((sample) => sample.get(id) ?? [])
        const cores = used.map((one) => one.cores)
        const memory = used.flatMap(({ memoryMb }) => memoryMb ?? [])
        return {
          ...{ id, applicationId, cores: meanOf(cores), mostCores: Math.max(...cores) },
          ...(memory.length > 0 && { memoryMb: Math.round(meanOf(memory)) }),
        }
      })
      const told = bench.agents.usageMinutes.get(instance) ?? []
      bench.agents.usageMinutes.set(instance, [...told.slice(-60), { epoch: minute, processes }])
    }
  }

  return minutes
}

const meanOf = (figures: number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length
