import { Transaction } from 'sequelize'
import { requireProcessOverride, requireSpotPercentage } from '../../input/application-size'
import { checkAll } from '../../input/check-all'
import { inOrder } from '../../../core/deployment/rebase-settings'
import type { ApplicationOverride } from '../../../core/resources/environment'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { authorizedWrite } from '../access/authorized-write'
import { requireApplication } from '../access/require-application'
import { lockEnvironment } from '../access/require-environment'
import type { VariablesInput } from '../../input/variables'
import type { HumanActor } from '../actor/actor'
import { requireRoles } from '../applications/require-roles'
import { recordAudit } from '../audit/record-audit'
import { variableFacts } from '../audit/variable-facts'
import { changeSettings, type SettingsChanged } from '../deployments/change-settings'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
import { requireRevision } from '../revisions/revision'
import { toldOverrideSettings, type Override } from './override-settings'
import { overrideVariables } from './override-variables'

interface OverrideApplicationInput extends VariablesInput {
  environmentId: string
  applicationId: string
  /** Whether the environment has numbers of its own; the roles are its own in any case. */
  override: boolean
  /** Stays as it is where it is left out; required when `override` is set and there is none yet. */
  numProcesses?: number | string | null
  /** Stays as it is where it is left out; with `null` the application's own limit applies. */
  maxSpotPercentage?: number | string | null
  /** All that are overridden; they stay as they are where this is left out. An empty ARN removes the override of that role. */
  roles?: Record<string, string> | null
  /** The one that the overrides were read at. */
  revision?: string
}

/**
 * Says what an environment does differently about one application. Takes effect at once, without a deployment, in a protected environment
 * once it is approved; variables and secrets do with the next deployment of the application.
 */
export async function overrideApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  input: OverrideApplicationInput,
): Promise<SettingsChanged> {
  const asked = checkAll({
    numProcesses: () => requireCapacity(input),
    maxSpotPercentage: () => requireSpotOverride(input),
    roles: () =>
      input.roles === undefined ? undefined : requireRoles(dependencies, withoutEmpty(input.roles ?? {})),
  })
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, input.environmentId, 'waits')
    const application = await requireApplication(actor, input.applicationId, Transaction.LOCK.KEY_SHARE)
    const variables = await overrideVariables(environment, application, input)
    const changedVariables = variableFacts(variables.before, variables.after)
    const settings = await readEnvironmentSettings(environment)
    const earlier = settings.overrides.find(({ applicationId }) => applicationId === application.id)
    const others = settings.overrides.filter((one) => one !== earlier)
    const before = factsOf(earlier)
    const { environmentVariables, secrets } = variables.after
    requireRevision(
      input.revision,
      { ...before, ...variables.before },
      {
        ...asked,
        environmentVariables: input.environmentVariables === undefined ? undefined : environmentVariables,
        secrets: input.secrets === undefined ? undefined : secrets,
      },
      toldOverrideSettings,
    )
    const {
      numProcesses = before.numProcesses ?? requireProcessOverride(''),
      maxSpotPercentage = before.maxSpotPercentage,
      roles = before.roles,
    } = asked
    const after = { numProcesses, maxSpotPercentage, roles }
    const isOverridden = numProcesses !== null || Object.keys(roles).length > 0
    if (isOverridden && !earlier) requireRoom(dependencies, 'overridesPerEnvironment', others.length)
    const hasVariables = Object.keys(changedVariables).length > 0
    const answer = await changeSettings(dependencies, actor, environment, {
      kind: 'override',
      reason: `Overrides of ${application.name}: ${describeOverride(after)}${hasVariables ? '; other variables from its next deployment on' : ''}`,
      settings: {
        ...settings,
        overrides: isOverridden ? inOrder([...others, toOverride(application.id, after)]) : others,
      },
    })
    // What waits is recorded as a deployment, and then who approves it.
    if (answer.awaitsApproval && !hasVariables) return answer
    await recordAudit(dependencies, actor, {
      action: 'environment.override-application',
      target: { id: environment.id, name: `${application.name} in ${environment.name}` },
      before,
      after: { ...(answer.awaitsApproval ? before : after), ...changedVariables },
    })
    return answer
  })
}

/** An empty value removes the override of a role. */
const withoutEmpty = (roles: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(roles).filter(([, arn]) => arn.trim() !== ''))

/** @returns undefined for what stays as it is, null for the application's own number */
function requireCapacity({ override, numProcesses }: OverrideApplicationInput): number | null | undefined {
  if (!override) return null
  return numProcesses === undefined ? undefined : requireProcessOverride(numProcesses ?? '')
}

const factsOf = ({ count, maxSpotPercentage, roles }: Partial<ApplicationOverride> = {}): Override => ({
  numProcesses: count ?? null,
  maxSpotPercentage: maxSpotPercentage ?? null,
  roles: roles ?? {},
})

const toOverride = (
  applicationId: string,
  { numProcesses, maxSpotPercentage, roles }: Override,
): ApplicationOverride => ({
  applicationId,
  count: numProcesses ?? undefined,
  maxSpotPercentage: maxSpotPercentage ?? undefined,
  roles: Object.keys(roles).length > 0 ? roles : undefined,
})

/** @returns undefined for what stays as it is, null for the application's own limit */
function requireSpotOverride({
  override,
  maxSpotPercentage,
}: OverrideApplicationInput): number | null | undefined {
  if (!override) return null
  return maxSpotPercentage === undefined || maxSpotPercentage === null
    ? maxSpotPercentage
    : requireSpotPercentage(maxSpotPercentage)
}

/** For the history: `4 processes, roles table`. */
function describeOverride({ numProcesses, maxSpotPercentage, roles }: Override): string {
  const keys = Object.keys(roles)
  const parts = [
    ...(numProcesses === null ? [] : [`${numProcesses} ${numProcesses === 1 ? 'process' : 'processes'}`]),
    ...(maxSpotPercentage === null ? [] : [`at most ${maxSpotPercentage} % Spot`]),
    ...(keys.length > 0 ? [`${keys.length === 1 ? 'role' : 'roles'} ${keys.join(', ')}`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'none'
}
