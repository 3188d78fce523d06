import type { PresentUsage } from '../api/wire'
import { findEnvironment } from '../names/find'
import { tableOf } from '../output/table'
import type { Run } from './command'

type ProcessUsage = PresentUsage['processes'][number]

/** Prints what each process uses, of all environments or of one, the busiest first. */
export async function top(run: Run, given: string | undefined): Promise<void> {
  const environment = given === undefined ? undefined : await findEnvironment(run.client, given)
  const { processes } = await run.client.get<PresentUsage>('/v1/view-controller/usage')
  const shown = processes
    .filter(({ environmentId }) => environment === undefined || environmentId === environment.id)
    .sort((one, other) => other.used.cores - one.used.cores)
  run.print({ processes: shown }, () =>
    shown.length === 0
      ? 'Nothing was measured in the last three minutes.'
      : tableOf(
          ['ENVIRONMENT', 'APPLICATION', 'PROCESS', 'CPU', 'OF CORES', 'MEMORY', 'OF MB', 'THROTTLED'],
          shown.map(rowOf),
        ),
  )
}

const rowOf = ({ environmentName, applicationName, processId, asks, used }: ProcessUsage) => [
  ...[environmentName, applicationName, processId],
  ...[percentage(used.cores / asks.cpuCount), asks.cpuCount],
  ...[percentage(used.memoryMb && used.memoryMb / asks.memoryMb), asks.memoryMb],
  percentage(used.throttled),
]

/** Empty where it is not known. */
const percentage = (share: number | undefined) => (share === undefined ? '' : `${Math.round(share * 100)} %`)
