import { variablesOf, type Variables } from '../../../core/application/environment-variables'
import type { ApplicationOverride } from '../../../db/models/application-override'
import type { VariableOverride } from '../../../db/models/variable-override'
import type { Told } from '../revisions/revision'

/** What takes effect at once. `null` leaves the application's own number. */
export type Override = {
  numProcesses: number | null
  maxSpotPercentage: number | null
  roles: Record<string, string>
}

/** Everything that an environment does differently about an application, as people write it as a whole. */
type OverrideSettings = Override & Variables

export const overrideSettings = (
  override: ApplicationOverride | undefined,
  variables: VariableOverride | undefined,
): OverrideSettings => ({
  numProcesses: override?.numProcesses ?? null,
  maxSpotPercentage: override?.maxSpotPercentage ?? null,
  roles: override?.roles ?? {},
  ...variablesOf(variables ?? {}),
})

/** As the form calls them. */
export const toldOverrideSettings: Told<OverrideSettings> = {
  numProcesses: ['Number of processes'],
  maxSpotPercentage: ['At most on Spot (%)'],
  roles: ['Roles'],
  environmentVariables: ['Variables'],
  secrets: ['Secrets'],
}
