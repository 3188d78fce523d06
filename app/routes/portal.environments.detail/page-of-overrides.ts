import type { PageCursors } from '../../services/answers/pages'
import type { EnvironmentProcesses } from '../../services/environments/environment-views'

/** Each has a form of its own, with a field for every role. */
export const overridesAtOnce = 10

type Listed = Pick<EnvironmentProcesses, 'deployedApplications' | 'undeployedApplications'>

/** The applications from the one whose number is `cursor` on, deployed ones first; from the first where it is none. */
export function pageOfOverrides(
  { deployedApplications, undeployedApplications }: Listed,
  cursor: string,
): Listed & PageCursors {
  const all = [...deployedApplications, ...undeployedApplications]
  const from = /^\d{1,6}$/.test(cursor) && Number(cursor) < all.length ? Number(cursor) : 0
  const until = from + overridesAtOnce
  return {
    deployedApplications: deployedApplications.slice(from, until),
    undeployedApplications: undeployedApplications.slice(
      Math.max(0, from - deployedApplications.length),
      Math.max(0, until - deployedApplications.length),
    ),
    nextCursor: until < all.length ? String(until) : null,
    previousCursor: from > 0 ? String(Math.max(0, from - overridesAtOnce)) : null,
  }
}
