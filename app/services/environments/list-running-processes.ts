import { z } from 'zod'
import type { HumanActor } from '../actor/actor'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { RunningProcess, RunningProcesses } from './process-views'
import { readRunningProcesses } from './read-running-processes'
import { requireOwn } from '../access/own'

const keySchema = z.object({ applicationName: z.string(), id: z.string() })
type Key = z.infer<typeof keySchema>

const byApplication = (a: Key, b: Key) =>
  byText((row: Key) => row.applicationName)(a, b) || byText((row: Key) => row.id)(a, b)

/** Processes that run in an environment, by application, a page at a time. @throws DomainError `invalid` for a cursor of another list */
export async function listRunningProcesses(
  _dependencies: Dependencies,
  actor: HumanActor,
  { id, ...page }: PageRequest & { id: string },
): Promise<RunningProcesses & Omit<Page<RunningProcess>, 'rows'>> {
  const environment = await requireOwn('environment', actor, id)
  const all = await readRunningProcesses(environment)
  const { rows, ...rest } = pageOf(all.sort(byApplication), page, byApplication, keySchema)
  return { processes: rows, ...rest }
}
