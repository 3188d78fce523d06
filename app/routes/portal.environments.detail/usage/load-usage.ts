import type { HumanActor } from '../../../services/actor/actor'
import type { Services } from '../../../services/services'
import { processRangeOf, usageRangeOf } from '../../../services/usage/usage-views'

/** Each with its curves, and the table of their figures. */
const applicationsAtOnce = 10
const processesAtOnce = 50

/** What the address of the tab asks for: one process, one application, or all of them by the page. */
export async function loadUsage(
  { usage }: Pick<Services, 'usage'>,
  actor: HumanActor,
  query: (name: string) => string,
) {
  const [id, applicationId, processId] = [query('id'), query('application'), query('process')]
  const range = usageRangeOf(query('range'))
  const cursor = query('cursor') || undefined
  if (processId !== '') {
    const process = await usage.getProcessUsage(actor, { id, processId, range: processRangeOf(range) })
    return { shows: 'process', process } as const
  }
  if (applicationId === '') {
    const page = { limit: applicationsAtOnce, cursor, filter: query('filter') }
    const isBeginning = cursor === undefined && page.filter === ''
    const [environment, sizes] = await Promise.all([
      usage.getEnvironmentUsage(actor, { id, range, ...page }),
      isBeginning ? usage.getSuggestedSizes(actor, id) : undefined,
    ])
    return { shows: 'environment', environment, sizes } as const
  }
  const [application, measured] = await Promise.all([
    usage.getEnvironmentUsage(actor, { id, range, applicationId }),
    usage.listMeasuredProcesses(actor, { id, applicationId, range, limit: processesAtOnce, cursor }),
  ])
  return { shows: 'application', application, measured } as const
}

export type LoadedUsage = Awaited<ReturnType<typeof loadUsage>>
