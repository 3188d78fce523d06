import { Gauge, Registry, type OpenMetricsContentType } from 'prom-client'
import type { TeamActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { getPresentUsage } from './get-present-usage'
import type { PresentUsage } from './present-usage-views'

type ProcessUsage = PresentUsage['processes'][number]

const bytesPerMb = 1024 * 1024
const inBytes = (megabytes: number | undefined) =>
  megabytes === undefined ? undefined : megabytes * bytesPerMb

interface Figure {
  help: string
  /** Undefined where it is not known. */
  of(process: ProcessUsage): number | undefined
}

/** By its name, in base units as Prometheus wants them. */
const figures: Record<string, Figure> = {
  sdo_process_cpu_cores: { help: 'Cores used, the mean of the newest minute.', of: ({ used }) => used.cores },
  sdo_process_cpu_peak_cores: {
    help: 'The most cores used in 15 seconds of the newest minute.',
    of: ({ used }) => used.mostCores,
  },
  sdo_process_cpu_requested_cores: {
    help: 'Cores that the process asks for.',
    of: ({ asks }) => asks.cpuCount,
  },
  sdo_process_cpu_throttled_ratio: {
    help: 'Share of the newest minute in which the limit of CPU held the process back.',
    of: ({ used }) => used.throttled,
  },
  sdo_process_memory_bytes: {
    help: 'Working set, the mean of the newest minute.',
    of: ({ used }) => inBytes(used.memoryMb),
  },
  sdo_process_memory_peak_bytes: {
    help: 'The largest working set of the newest minute.',
    of: ({ used }) => inBytes(used.mostMemoryMb),
  },
  sdo_process_memory_requested_bytes: {
    help: 'Memory that the process asks for.',
    of: ({ asks }) => inBytes(asks.memoryMb),
  },
}

/** What each process of the team used in its newest minute, for Prometheus and what reads its format. */
export async function exportPresentUsage(dependencies: Dependencies, actor: TeamActor): Promise<string> {
  const { processes } = await getPresentUsage(dependencies, actor)
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  for (const [name, { help, of }] of Object.entries(figures)) {
    const gauge = new Gauge({
      ...{ name, help },
      labelNames: ['environment', 'application', 'process'],
      registers: [registry],
    })
    for (const process of processes) {
      const { environmentName: environment, applicationName: application, processId } = process
      const figure = of(process)
      if (figure !== undefined) gauge.set({ environment, application, process: processId }, figure)
    }
  }
  return registry.metrics()
}
