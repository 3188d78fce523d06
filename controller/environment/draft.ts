import type { EnvironmentStatus } from '../../core/resources/environment'
import type { FleetChange } from '../../core/resources/events'
import type { ConditionReason } from '../../core/resources/metadata'
import { setCondition, type ConditionState } from '../runtime/conditions'
import { appendEvent, type NewEvent } from './events'
import type { Pass } from './pass'

/** The status as one step leaves it: a copy of its own, so that no other step sees it before it is done. */
export class Draft {
  readonly status: EnvironmentStatus

  constructor(
    before: EnvironmentStatus,
    private readonly pass: Pass,
  ) {
    const { events, ...rest } = before
    this.status = { ...structuredClone(rest), events: [...events] }
  }

  event(type: NewEvent['type'], message: string, severity: NewEvent['severity'] = 'INFO'): void {
    appendEvent(this.status, this.pass.now, { type, severity, message })
  }

  /** As `event`, of instances that come, go, or are left. */
  fleetEvent(fleetChange: FleetChange, message: string, severity: NewEvent['severity'] = 'INFO'): void {
    appendEvent(this.status, this.pass.now, { type: 'network', severity, message, fleetChange })
  }

  condition(state: ConditionState<ConditionReason>): void {
    const { generation } = this.pass.environment.metadata
    this.status.conditions = setCondition(this.status.conditions, state, generation, this.pass.now)
  }
}
