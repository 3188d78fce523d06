import type { EnvironmentStatus } from '../../core/resources/environment'
import type { FleetChange } from '../../core/resources/events'
import { examineTraceIdOf, traceIdOf, type ConditionReason } from '../../core/resources/metadata'
import { setCondition, type ConditionState } from '../runtime/conditions'
import { copyData } from '../runtime/copy-data'
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
    this.status = { ...copyData(rest), events: [...events] }
  }

  event(type: NewEvent['type'], message: string, severity: NewEvent['severity'] = 'INFO'): void {
    this.append({ type, severity, message })
  }

  /** Like `event`, about instances that come, go, or are left. */
  fleetEvent(fleetChange: FleetChange, message: string, severity: NewEvent['severity'] = 'INFO'): void {
    this.append({ type: 'network', severity, message, fleetChange })
  }

  private append(event: NewEvent): void {
    appendEvent(this.status, this.pass.now, { ...event, ...traceOf(this.pass) })
  }

  /** Like `event`, for an occurrence that people may be sent news of. */
  newsEvent(event: NewEvent & (Required<Pick<NewEvent, 'news'>> | Required<Pick<NewEvent, 'outage'>>)): void {
    appendEvent(this.status, this.pass.now, event)
  }

  condition(state: ConditionState<ConditionReason>): void {
    const { generation } = this.pass.environment.metadata
    this.status.conditions = setCondition(this.status.conditions, state, generation, this.pass.now)
  }
}

type Cause = Pick<Pass, 'goal' | 'isExaminationRequested' | 'environment'>

/** While a deployment is under way, what is done is done for it, else for the examination that somebody asked for. */
function traceOf({
  goal: { desired },
  isExaminationRequested,
  environment,
}: Cause): Pick<NewEvent, 'traceId'> {
  const isUnderWay = desired !== undefined && desired.status?.phase !== 'Live'
  const examination = isExaminationRequested ? examineTraceIdOf(environment.metadata) : undefined
  const traceId = isUnderWay ? traceIdOf(desired.metadata) : examination
  return traceId === undefined ? {} : { traceId }
}
