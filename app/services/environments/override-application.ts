import { Transaction } from 'sequelize'
import { z } from 'zod'
import { mostProcessesOf } from '../../../core/application/scaling-bounds'
import { isNoOverride } from '../../../core/application/config/columns'
import { inOrder } from '../../../core/deployment/rebase-settings'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { VariablesInput } from '../../input/variables'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import { variableFacts } from '../audit/variable-facts'
import { changeSettings, settingsChangedSchema } from '../deployments/change-settings'
import { orCostStep } from '../deployments/cost-step'
import { priceDifferenceSchema } from '../deployments/change-effects-views'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
import { requireRevision } from '../revisions/revision'
import {
  describeOverride,
  mergeOverride,
  overrideOfSpec,
  specOfOverride,
  toldOverrideSettings,
} from './override-settings'
import { readInput } from '../../input/rule'
import { overrideRule, type OverrideInput } from './override-rule'
import { overrideVariables } from './override-variables'
import { requireOwn } from '../access/own'
import { requireScalingRange } from '../applications/require-scaling-range'

/** The answer to an override. */
export const overriddenSchema = settingsChangedSchema.partial({ result: true }).extend({
  /** Present where nothing was changed, because it raises the cost by a step that somebody has to confirm first. */
  showFirstDeployWarning: z.literal(true).optional(),
  /** USD an hour at most, before and after; present like it. */
  costStep: priceDifferenceSchema.optional(),
  /** How many processes there can be at most, by scaling or a schedule; absent where nothing was changed. */
  mostProcesses: z.int().optional(),
})
type Overridden = z.infer<typeof overriddenSchema>

interface OverrideApplicationInput extends OverrideInput, VariablesInput {
  environmentId: string
  applicationId: string
  /** The person has seen how far it raises the cost. */
  firstDeployWarningApproved?: boolean
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
): Promise<Overridden> {
  const asked = readInput(overrideRule(dependencies, input), input)
  const write = authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, input.environmentId, 'waits')
    const application = await requireOwn(
      'application',
      actor,
      input.applicationId,
      Transaction.LOCK.KEY_SHARE,
    )
    const variables = await overrideVariables(environment, application, input)
    const changedVariables = variableFacts(variables.before, variables.after)
    const settings = await readEnvironmentSettings(environment)
    const earlier = settings.overrides.find(({ applicationId }) => applicationId === application.id)
    const others = settings.overrides.filter((one) => one !== earlier)
    const before = overrideOfSpec(earlier)
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
    const after = mergeOverride(before, asked)
    const numbers = {
      count: after.numProcesses ?? application.count,
      maxProcesses: after.maxProcesses ?? application.maxProcesses,
      targetRequests: after.targetRequests ?? application.targetRequests,
      schedule: after.schedule ?? application.schedule,
      ports: application.ports,
    }
    requireScalingRange(numbers)
    const own = specOfOverride(after)
    const isOverridden = !isNoOverride(own)
    if (isOverridden && !earlier) requireRoom(dependencies, 'overridesPerEnvironment', others.length)
    const hasVariables = Object.keys(changedVariables).length > 0
    const answer = await changeSettings(dependencies, actor, environment, {
      kind: 'override',
      reason: `Overrides of ${application.name}: ${describeOverride(after)}${hasVariables ? '; other variables from its next deployment on' : ''}`,
      settings: {
        ...settings,
        overrides: isOverridden ? inOrder([...others, { applicationId: application.id, ...own }]) : others,
      },
      isCostApproved: input.firstDeployWarningApproved,
    })
    // What waits is recorded as a deployment, and then who approves it.
    if (answer.awaitsApproval && !hasVariables) return answer
    await recordAudit(dependencies, actor, {
      action: 'environment.override-application',
      target: { id: environment.id, name: `${application.name} in ${environment.name}` },
      before,
      after: { ...(answer.awaitsApproval ? before : after), ...changedVariables },
    })
    if (answer.awaitsApproval) return answer
    return { ...answer, mostProcesses: mostProcessesOf(numbers) }
  })
  return orCostStep(write)
}
