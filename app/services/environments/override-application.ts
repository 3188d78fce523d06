import { Transaction } from 'sequelize'
import { requireProcessOverride, requireSpotPercentage } from '../../input/application-size'
import { checkAll } from '../../input/check-all'
import { nextRevision } from '../../../db/desired-revision'
import { ApplicationOverride } from '../../../db/models/application-override'
import { authorizedWrite } from '../access/authorized-write'
import { requireApplication } from '../access/require-application'
import { lockEnvironment } from '../access/require-environment'
import type { VariablesInput } from '../../input/variables'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { requireRoles } from '../applications/require-roles'
import { recordAudit } from '../audit/record-audit'
import { recordSettings, requireOwnSettings } from '../deployments/record-settings'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
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
}

/**
 * Says what an environment does differently about one application. Takes effect at once, without a deployment; variables and secrets do with
 * the next deployment of the application.
 */
export async function overrideApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  input: OverrideApplicationInput,
): Promise<Success> {
  const asked = checkAll({
    numProcesses: () => requireCapacity(input),
    maxSpotPercentage: () => requireSpotOverride(input),
    roles: () => (input.roles === undefined ? undefined : requireRoles(dependencies, input.roles)),
  })
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, input.environmentId)
    await requireOwnSettings(environment)
    const application = await requireApplication(actor, input.applicationId, Transaction.LOCK.KEY_SHARE)
    const key = { environmentId: environment.id, applicationId: application.id }
    const variables = await overrideVariables(environment, application, input)
    const earlier = await ApplicationOverride.findOne({ where: key })
    const {
      numProcesses = earlier?.numProcesses ?? requireProcessOverride(''),
      maxSpotPercentage = earlier?.maxSpotPercentage ?? null,
      roles = earlier?.roles ?? {},
    } = asked
    if (numProcesses === null && Object.keys(roles).length === 0) {
      await ApplicationOverride.destroy({ where: key })
    } else {
      if (!earlier) {
        const present = await ApplicationOverride.count({ where: { environmentId: environment.id } })
        requireRoom(dependencies, 'overridesPerEnvironment', present)
      }
      await ApplicationOverride.upsert({ ...key, numProcesses, maxSpotPercentage, roles })
    }
    await environment.update({ desiredRevision: nextRevision })
    const ahead = Object.keys(variables).length > 0 ? '; other variables from its next deployment on' : ''
    await recordSettings(dependencies, actor, environment, {
      kind: 'override',
      reason: `Overrides of ${application.name}: ${describeOverride({ numProcesses, maxSpotPercentage, roles })}${ahead}`,
    })
    await recordAudit(dependencies, actor, {
      action: 'environment.override-application',
      target: { id: environment.id, name: `${application.name} in ${environment.name}` },
      before: {
        numProcesses: earlier?.numProcesses ?? null,
        maxSpotPercentage: earlier?.maxSpotPercentage ?? null,
        roles: earlier?.roles ?? {},
      },
      after: { numProcesses, maxSpotPercentage, roles, ...variables },
    })
    return success
  })
}

/** @returns undefined for what stays as it is, null for the application's own number */
function requireCapacity({ override, numProcesses }: OverrideApplicationInput): number | null | undefined {
  if (!override) return null
  return numProcesses === undefined ? undefined : requireProcessOverride(numProcesses ?? '')
}

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

interface Override {
  numProcesses: number | null
  maxSpotPercentage: number | null
  roles: Record<string, string>
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
