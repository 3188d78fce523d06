import type { PageCursors } from '../../services/answers/pages'
import type {
  EnvironmentApplication,
  EnvironmentProcesses,
} from '../../services/environments/environment-views'

/** Each has a form of its own, with a field for every role and variable. */
export const overridesAtOnce = 25

/** Characters of what a page shows, beyond its first application: fields and values of many full forms hold up everybody else's pages. */
const mostCharacters = 100_000

type Listed = Pick<EnvironmentProcesses, 'deployedApplications' | 'undeployedApplications'>

/** A page of the applications, deployed ones first; the first one where `cursor` is the number of none. */
export function pageOfOverrides(
  { deployedApplications, undeployedApplications }: Listed,
  cursor: string,
): Listed & PageCursors {
  const pages = pagesOf([...deployedApplications, ...undeployedApplications])
  const number = /^\d{1,6}$/.test(cursor) && Number(cursor) < pages.length ? Number(cursor) : 0
  const shown = new Set(pages[number])
  const isShown = (application: EnvironmentApplication) => shown.has(application)
  return {
    deployedApplications: deployedApplications.filter(isShown),
    undeployedApplications: undeployedApplications.filter(isShown),
    nextCursor: number + 1 < pages.length ? String(number + 1) : null,
    previousCursor: number > 0 ? String(number - 1) : null,
  }
}

function pagesOf(applications: EnvironmentApplication[]): EnvironmentApplication[][] {
  const pages: EnvironmentApplication[][] = []
  let room = 0
  for (const application of applications) {
    const characters = JSON.stringify(application).length
    const last = pages.at(-1)
    if (last && last.length < overridesAtOnce && characters <= room) {
      last.push(application)
      room -= characters
    } else {
      pages.push([application])
      room = mostCharacters - characters
    }
  }
  return pages
}
