import { Age } from '../../../components/moment'
import { Price } from '../../../components/price'
import { ProcessPhase } from '../../../components/process-phase'
import type { OverviewInstance } from '../../../services/environments/overview-views'
import { Fill } from './fill'
import { CopyText } from '../../../components/copy-text'

/** Every instance as a block, with what runs on it. */
export function Instances({ instances, nowEpoch }: { instances: OverviewInstance[]; nowEpoch: number }) {
  if (instances.length === 0) return null
  return (
    <section>
      <h2>Instances</h2>
      <p className="mb-2 text-muted">Reserved is what your applications ask for. They may use less.</p>
      <ul className="space-y-3">
        {instances.map((instance, index) => (
          <li key={instance.instanceId ?? index} className="panel px-3 py-2">
            <Instance {...instance} nowEpoch={nowEpoch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Instance({ nowEpoch, ...instance }: OverviewInstance & { nowEpoch: number }) {
  const { instanceId, instanceType, zone, market, phase, pricePerHour, launchedEpoch } = instance
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium">{instanceType}</span>
        <span>{zone}</span>
        <span>{market === 'spot' ? 'Spot' : 'On-demand'}</span>
        <Price perHour={pricePerHour} />
        <span className="text-muted">
          {phase}
          {launchedEpoch !== undefined && (
            <>
              , launched <Age epoch={launchedEpoch} nowEpoch={nowEpoch} />
            </>
          )}
        </span>
        <span className="text-muted">
          {instanceId === undefined ? (
            'being launched'
          ) : (
            <CopyText label="instance ID" text={instanceId} isCompact />
          )}
        </span>
      </p>
      <div className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        <Fill share={instance.cpuShare} of="CPU reserved" />
        <Fill share={instance.memoryShare} of="memory reserved" />
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {alike(instance.processes).map(({ key, process, count }) => (
          <li key={key} className="flex min-w-0 gap-2 [overflow-wrap:anywhere]">
            <span>
              {count > 1 && `${count} × `}
              {process.applicationName}
            </span>
            <ProcessPhase {...process} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Process = OverviewInstance['processes'][number]

/** Processes of one application that are equally far, as one. */
function alike(processes: Process[]): { key: string; process: Process; count: number }[] {
  const groups = new Map<string, { key: string; process: Process; count: number }>()
  for (const process of processes) {
    const key = `${process.applicationName} ${process.phase} ${process.message ?? ''}`
    groups.set(key, { key, process, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}
