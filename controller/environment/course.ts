import type { EnvironmentStatus } from '../../core/resources/environment'
import { joinOutcomes, ready, type Outcome } from '../reconcile/outcome'
import { attempt, nothingObserved, type Concern, type Observation, type StepName } from './concern'
import { Draft } from './draft'
import type { Pass } from './pass'

/** The state of a pass between two steps: the status to write, the facts learned, and the outcome of each concern. */
export interface Course {
  readonly status: EnvironmentStatus
  readonly observed: Observation
  readonly outcomes: ReadonlyMap<Concern, Outcome>
}

export const beginCourse = (status: EnvironmentStatus, concerns: Concern[]): Course => ({
  status,
  observed: Object.assign(
    {},
    nothingObserved,
    ...concerns.map((concern) => concern.recall?.(status)),
  ) as Observation,
  outcomes: new Map(),
})

/** Runs steps of each concern in turn; what one is refused stops no other. */
export async function follow(
  pass: Pass,
  course: Course,
  concerns: Concern[],
  steps: StepName[],
): Promise<Course> {
  let present = course
  for (const concern of concerns)
    for (const step of steps) if (concern[step]) present = await followOne(pass, present, concern, step)
  return present
}

async function followOne(pass: Pass, course: Course, concern: Concern, step: StepName): Promise<Course> {
  const draft = new Draft(course.status, pass)
  const { outcome = ready, ...learned } = await attempt(
    () => concern[step]?.({ pass, draft }, course.observed) ?? {},
    pass.limits,
  )
  const before = course.outcomes.get(concern) ?? ready
  return {
    status: draft.status,
    observed: { ...course.observed, ...learned },
    outcomes: new Map(course.outcomes).set(concern, joinOutcomes([before, outcome])),
  }
}
