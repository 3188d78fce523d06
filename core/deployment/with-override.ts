import { overridable, type OverridableName } from '../application/config/fields'
import type { ApplicationSpec } from '../resources/application'
import type { ApplicationOverride } from '../resources/environment'

/** An application as an environment runs it: its snapshot with what the environment does differently. */
export function withOverride(snapshot: ApplicationSpec, overrides: ApplicationOverride[]): ApplicationSpec {
  const override = overrides.find(({ applicationId }) => applicationId === snapshot.applicationId)
  if (!override) return snapshot
  const own = overridable.map(([name, { kind }]) => [
    name,
    kind === 'roles' ? overriddenRoles(snapshot.roles, override.roles) : (override[name] ?? snapshot[name]),
  ])
  return { ...snapshot, ...(Object.fromEntries(own) as Pick<ApplicationSpec, OverridableName>) }
}

/** An override of a role that the application does not have as it is deployed waits for it: nothing restarts for that. */
export const overriddenRoles = (
  roles: ApplicationSpec['roles'],
  overrides: ApplicationSpec['roles'] = {},
): ApplicationSpec['roles'] =>
  Object.fromEntries(
    Object.entries(roles).map(([key, arn]) => [
      key,
      (Object.hasOwn(overrides, key) && overrides[key]) || arn,
    ]),
  )
