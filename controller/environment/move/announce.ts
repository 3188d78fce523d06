import { moveLines } from '../../../core/environment-log/network-lines'
import { describeMove } from '../../../core/external-network/describe-move'
import { exposedPortsOf } from '../workload/exposed-ports'
import type { MoveWork } from './memory'

/** Says what is about to be done, and what it costs, before anything is. */
export function announce({ pass, draft }: MoveWork, because: string): void {
  const { instances } = draft.status
  const cost = describeMove({
    instancesPerHour: instances.reduce((sum, { pricePerHour }) => sum + pricePerHour, 0),
    loadBalancers: exposedPortsOf([...pass.goal.wanted, ...pass.goal.fallback]).length,
  })
  draft.event(moveLines.announced, { because, cost })
}
