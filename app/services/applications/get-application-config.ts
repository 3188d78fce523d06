import { byWire } from '../../../core/application/config/fields'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { byKey } from '../answers/lists'
import { revisionOf } from '../revisions/revision'
import { applicationSettings } from './application-settings'
import type { ApplicationConfig } from './application-views'
import { requireOwn } from '../access/own'

/** How an application will be run by its next deployment. */
export async function getApplicationConfig(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ApplicationConfig> {
  const application = await requireOwn('application', actor, id)
  const settings = applicationSettings(application)
  const values: Record<string, unknown> = settings
  const shown = byWire(({ kind, wire }) =>
    kind === 'variables' || kind === 'secrets'
      ? byKey(values[wire] as Record<string, string>)
      : (values[wire] ?? undefined),
  )
  return {
    id: application.id,
    type: application.type,
    applicationName: application.name,
    ...shown,
    revision: revisionOf(settings),
  } as ApplicationConfig
}
