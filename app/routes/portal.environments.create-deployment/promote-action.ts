import { costConfirmed } from '../../components/forms/cost-confirmation'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { DomainError } from '../../../core/errors'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import type { Page } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { longest } from '../../../core/text/longest'
import { messages } from '../../messages/messages'

/** Does what <Promote> asks for. @throws DomainError `conflict` when the source is no longer what the person saw */
export async function promote({
  services,
  actor,
  query,
  form,
  context,
}: Page<'member'> & { form: SubmittedForm }): Promise<{ awaitsApproval?: true }> {
  const answer = await withServerProblem(context, messages.promoteFailed, () =>
    services.deployments
      .promoteDeployment(actor, {
        environmentVersionId: form.text('environmentVersionId'),
        expectedEnvironmentVersionState: form.text(
          'environmentVersionsState',
          longest.environmentVersionsState,
        ),
        targetEnvironmentId: query('id'),
        firstDeployWarningApproved: form.isChecked(costConfirmed),
        submissionId: form.submissionId,
      })
      .catch(asMismatch),
  )
  if (answer.result === 'STATE_MISSMATCH') throw new DomainError('conflict', messages.promoteMismatch)
  requireCostConfirmation(answer, form)
  return 'awaitsApproval' in answer ? answer : {}
}

/** A source that was deleted has changed as well. Where the target was, the page that is shown again is not found. */
function asMismatch(failure: unknown) {
  if (failure instanceof DomainError && failure.code === 'not-found')
    return { result: 'STATE_MISSMATCH' as const, showFirstDeployWarning: false }
  throw failure
}
