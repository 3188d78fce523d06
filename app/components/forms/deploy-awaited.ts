import { redirect } from '@remix-run/node'
import type { SubmittedPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'
import { queuedMessage } from '../../messages/queued-message'
import { deploymentDetailPage, deploymentPage } from '../environment-links'
import { costConfirmed } from './cost-confirmation'
import { requireCostConfirmation } from './require-cost-confirmation'

/** Deploys to an environment what was configured since, with the version that it runs, and shows the deployment. */
export async function deployAwaited(
  { services, actor, form, context }: SubmittedPage<'member'>,
  environmentId: string,
): Promise<Response> {
  const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
    services.deployments.patchDeployment(actor, {
      environmentId,
      applicationVersionIdToDeploy: form.text('versionId'),
      onlyWhileDeployed: true,
      firstDeployWarningApproved: form.isChecked(costConfirmed),
      submissionId: form.submissionId,
    }),
  )
  requireCostConfirmation(answer, form)
  context.setFlash(queuedMessage('deployment', answer))
  return redirect(
    answer.id === undefined
      ? deploymentPage(environmentId, '')
      : deploymentDetailPage(environmentId, answer.id),
  )
}
