import type { EnvironmentStatus } from '../../core/resources/environment'
import { sayLine, type LineDeclaration } from '../../core/environment-log/declare-lines'
import { examineTraceIdOf, traceIdOf, type ConditionReason } from '../../core/resources/metadata'
import { setCondition, type ConditionState } from '../runtime/conditions'
import { copyData } from '../runtime/copy-data'
import { appendEvent, type NewEvent } from './events'
import type { Pass } from './pass'
import { isUnderWay } from './workload/goal'

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

  /** Logs a line, filled in with `parameters`. */
  event<Filled extends unknown[]>(line: LineDeclaration<Filled>, ...parameters: Filled): void {
    this.append(sayLine(line, ...parameters))
  }

  /** Like `event`, about an application or a process of it. */
  eventOf<Filled extends unknown[]>(
    { applicationId, id: processId }: { applicationId: string; id?: string },
    line: LineDeclaration<Filled>,
    ...parameters: Filled
  ): void {
    this.append({
      ...sayLine(line, ...parameters),
      applicationId,
      ...(processId !== undefined && { processId }),
    })
  }

  /** Like `event`, about instances that come, go, or are left, with what that takes off the cost where it can be said. */
  fleetEvent<Filled extends unknown[]>(
    savingPerHour: number | undefined,
    line: LineDeclaration<Filled>,
    ...parameters: Filled
  ): void {
    const said = sayLine(line, ...parameters)
    this.append({ ...said, fleetChange: said.fleetChange && { ...said.fleetChange, savingPerHour } })
  }

  /** What people may be sent news of follows from nobody's request. */
  private append(event: NewEvent): void {
    const isNews = event.news !== undefined || event.outage !== undefined
    appendEvent(this.status, this.pass.stamp, { ...event, ...(isNews ? {} : traceOf(this.pass)) })
  }

  condition(state: ConditionState<ConditionReason>): void {
    const { generation } = this.pass.environment.metadata
    this.status.conditions = setCondition(this.status.conditions, state, generation, this.pass.stamp)
  }
}

type Cause = Pick<Pass, 'goal' | 'isExaminationRequested' | 'environment'>

/** While a deployment is under way, what is done is done for it, else for the examination that somebody asked for. */
function traceOf({
  goal: { desired },
  isExaminationRequested,
  environment,
}: Cause): Pick<NewEvent, 'traceId'> {
  const isForIt = desired !== undefined && isUnderWay(desired)
  const examination = isExaminationRequested ? examineTraceIdOf(environment.metadata) : undefined
  const traceId = isForIt ? traceIdOf(desired.metadata) : examination
  return traceId === undefined ? {} : { traceId }
}
