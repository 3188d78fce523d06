import { countedList, listed } from '../../../core/text/words'
import type { Plan } from '../../planner/planner'
import { nameOf } from '../workload/goal'
import { workloadOf, type PlacementQuestion } from './workload'

/** For people: what runs on the instances that are left, by client token, and where `plan` has it instead. */
export function describeMove(question: PlacementQuestion, leaving: string[], plan: Plan): string {
  const { selections, status } = question
  const { fleet } = workloadOf(question)
  const left = fleet.filter(({ id }) => leaving.includes(id))
  const idOf = (token: string) =>
    status.instances.find(({ clientToken }) => clientToken === token)?.instanceId ?? 'an instance'
  const moved = selections.flatMap(({ demand }) => {
    const count = left.reduce((sum, { processes }) => sum + (processes[demand.key] ?? 0), 0)
    return Array.from({ length: count }, () => nameOf(demand))
  })
  const sizeOf = (processes: Record<string, number>) =>
    Object.values(processes).reduce((sum, count) => sum + count, 0)
  const takers = plan.instances.flatMap(({ id, processes }) => {
    const before = fleet.find((one) => one.id === id)
    return before && sizeOf(processes) > sizeOf(before.processes) ? idOf(before.id) : []
  })
  const launches = plan.instances.flatMap(({ id, instanceType, market }) =>
    id === undefined ? `${instanceType} ${market === 'spot' ? 'Spot' : 'on-demand'}` : [],
  )
  const to = listed([...takers, ...(launches.length > 0 ? [countedList(launches)] : [])])
  return `Moving ${countedList(moved)} from ${listed(leaving.map(idOf))} to ${to}`
}
