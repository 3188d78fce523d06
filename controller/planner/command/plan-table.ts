import { isSamePool } from '../../../core/catalogue/pool'
import type { Plan, PlannedInstance, Workload } from '../model/plan'
import { loadOfProcess, totalLoad, usableSizeOf, type Load } from '../model/sizes'
import { hourlyCost, tariffOf } from '../model/tariff'

/** The plan for people: instances with what they run and how full they are, then cost, bound, moves and what found no place. */
export function planTable(workload: Workload, plan: Plan): string {
  const rows = plan.instances.map((instance) => [
    instance.id ?? '(launch)',
    instance.instanceType,
    instance.zone,
    instance.market,
    `$${costOf(workload, instance).toFixed(4)}`,
    ...utilisation(workload, instance),
    Object.entries(instance.processes)
      .map(([application, count]) => `${count} × ${application}`)
      .join(', '),
  ])
  const gap = plan.costPerHour > 0 ? 1 - plan.lowerBoundPerHour / plan.costPerHour : 0
  const proof = plan.provenOptimal
    ? 'proven optimal'
    : `no plan can cost less than $${plan.lowerBoundPerHour.toFixed(4)}, gap ${(gap * 100).toFixed(2)} %`
  return [
    aligned([['Instance', 'Type', 'Zone', 'Market', 'Per hour', 'CPU', 'Memory', 'Processes'], ...rows]),
    '',
    `Cost $${plan.costPerHour.toFixed(4)} an hour: ${proof}${plan.truncated ? ' (cut by the deadline)' : ''}.`,
    ...(plan.retire.length > 0 ? [`Retire ${plan.retire.join(', ')}.`] : []),
    ...plan.moves.map(({ why }) => `Move ${why}.`),
    ...plan.unplaced.map(
      ({ application, count, reason }) => `Not placed: ${count} × ${application}. ${reason}`,
    ),
  ].join('\n')
}

/** With what it runs. */
function costOf(workload: Workload, instance: PlannedInstance): number {
  const { offerings, fleet = [] } = workload
  const offered = offerings.find((offering) => isSamePool(offering, instance))
  const { pricePerHour = 0 } = offered ?? fleet.find(({ id }) => id === instance.id) ?? {}
  const type = typeOf(workload, instance)
  return hourlyCost(
    tariffOf({ ...type, vcpu: type?.vcpu ?? 0, pricePerHour }, workload),
    loadOn(workload, instance).cpuUsed,
  )
}

const typeOf = ({ offerings, fleet = [] }: Workload, instance: PlannedInstance) =>
  offerings.find(({ instanceType }) => instanceType === instance.instanceType) ??
  fleet.find(({ id }) => id === instance.id)

function loadOn({ applications }: Workload, { processes }: PlannedInstance): Load {
  const counts = applications.map(({ name }) => (Object.hasOwn(processes, name) ? (processes[name] ?? 0) : 0))
  return totalLoad(applications.map(loadOfProcess), counts)
}

/** Shares of CPU and memory in use, overhead left out. */
function utilisation(workload: Workload, instance: PlannedInstance): string[] {
  const size = typeOf(workload, instance)
  const usable = usableSizeOf({ vcpu: size?.vcpu ?? 0, memoryMib: size?.memoryMib ?? 0 }, workload.overhead)
  const used = loadOn(workload, instance)
  const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`
  return [share(used.cpu, usable.cpu), share(used.memory, usable.memory)]
}

function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
