import type { Approved, DeploymentView } from '../api/wire'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { describeChange } from '../output/change-text'
import { safeLine } from '../safe-text'
import type { Run } from './command'
import { findDeployment } from './find-deployment'
import { waitForDeployment, type WaitOptions } from './wait-for-deployment'

interface ApproveOptions extends WaitOptions {
  wait: boolean
  /** Approves what it would change without asking. */
  yes?: boolean
}

const waiting = { states: [5 as const], what: 'that waits for approval' }

/**
 * Shows what a deployment that waits for approval would change, and approves exactly that once whoever sits there says so.
 *
 * @returns the exit code
 */
export async function approve(
  run: Run,
  environment: string,
  number: string | undefined,
  options: ApproveOptions,
): Promise<number> {
  const { client, surroundings } = run
  const { id, environmentId } = await findDeployment(run, environment, { number, ...waiting })
  const view = await client.get<DeploymentView>(
    `/v1/view-controller/environment/${environmentId}/history/${id}`,
  )
  const { sequence } = view.deployment
  const state = requireApprovable(view)
  const { difference, atMostPerHour, approval } = view
  run.print({ id, sequence, difference, atMostPerHour, unresolvedImages: approval?.unresolvedImages }, () =>
    describeChange(view),
  )
  if (!options.yes) {
    if (!surroundings.hasPerson || run.options.json)
      throw usageError(
        'There is no terminal to ask you, so nothing was approved.',
        'Run it with --yes to approve this.',
      )
    const answer = await surroundings.readAnswer('Approve this? Type yes: ')
    if (answer.trim().toLowerCase() !== 'yes') throw refusal('Nothing was approved.', 'It still waits.')
  }
  const { result } = await client.post<Approved>('/v1/deployment/approve', {
    deploymentId: id,
    expectedEnvironmentVersionState: state,
  })
  if (result !== 'SUCCESS')
    throw refusal('The changes differ by now, so it still waits.', 'Run it again and review them.')
  surroundings.tell(`Deployment ${sequence} to ${safeLine(view.environmentName)} is approved.\n`)
  return options.wait ? waitForDeployment(run, id, options) : exitCodes.done
}

/** Ends a deployment that waits for approval. What runs stays. */
export async function decline(run: Run, environment: string, number: string | undefined): Promise<void> {
  const { id, sequence } = await findDeployment(run, environment, { number, ...waiting })
  await run.client.post('/v1/deployment/decline', { deploymentId: id })
  run.print({ id, sequence }, () => `Deployment ${sequence} is declined. What runs stays as it is.`)
}

/** What is to be approved, as the server names it. @throws CliError for whoever may not, and where nothing waits */
function requireApprovable({ deployment: { sequence }, approval }: DeploymentView): string {
  if (!approval)
    throw refusal(
      `Deployment ${sequence} does not wait for approval.`,
      'See what there was: sdo status ENVIRONMENT --history',
    )
  if (!approval.canApprove)
    throw refusal(
      approval.whyNot ?? 'Only admins approve deployments.',
      'Another admin can approve it with the same command, or on its page.',
    )
  return approval.environmentVersionsState
}

const refusal = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.refused, hint, code: 'conflict' })
