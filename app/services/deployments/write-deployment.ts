import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { orCostStep } from './cost-step'
import type { PriceDifference } from './change-effects-views'
import { approveCost, isCostApproved } from '../pricing/cost-approval'

interface DeploymentRequest {
  /** Whether anything is launched for it. */
  isDeploying: boolean
  input: {
    /** The person has seen that deployments cost money. */
    firstDeployWarningApproved?: boolean
    submissionId?: string
  }
}

type Answer<Outcome> = Partial<Outcome> & { showFirstDeployWarning: boolean; costStep?: PriceDifference }

interface Confirmation {
  /** Whether the cost was confirmed with this very request. */
  isCostApproved: boolean
}

/**
 * Has `queue` queue a deployment, unless the team has yet to be told what deploying costs, or it raises the cost by a step that has to
 * be confirmed: then the answer says so and nothing is queued.
 */
export async function writeDeployment<Outcome extends { id?: string }>(
  dependencies: Dependencies,
  actor: HumanActor,
  { isDeploying, input }: DeploymentRequest,
  queue: (actor: HumanActor, confirmation: Confirmation) => Promise<Outcome>,
): Promise<Answer<Outcome>> {
  const needsApproval = isDeploying && !(await isCostApproved(actor, 'deploymentCostApprovedAt'))
  // Before the write, which would remember this answer for the form that comes back with the approval.
  if (needsApproval && !input.firstDeployWarningApproved)
    return { showFirstDeployWarning: true } as Answer<Outcome>

  const write = {
    access: 'member',
    // The approval is the team's.
    reach: needsApproval ? 'team' : 'things',
    submission: { id: input.submissionId, content: input },
  } as const
  const written = authorizedWrite<'member', Answer<Outcome>>(dependencies, actor, write, async (actor) => {
    const outcome = await queue(actor, { isCostApproved: input.firstDeployWarningApproved === true })
    if (needsApproval && outcome.id !== undefined)
      await approveCost(actor, 'deploymentCostApprovedAt', dependencies.clock.now())
    return { ...outcome, showFirstDeployWarning: false }
  })
  return (await orCostStep(written)) as Answer<Outcome>
}
