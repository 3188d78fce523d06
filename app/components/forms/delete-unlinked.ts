import { redirect } from '@remix-run/node'
import { DomainError } from '../../../core/errors'
import type { Page } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import type { ExternalDeleted } from '../../services/aws-accounts/aws-account-views'
import type { Message } from '../../../core/messages/declare-messages'

interface Deletion {
  delete(id: string): Promise<ExternalDeleted>
  /** Message when it went wrong through no fault of the person. */
  failed: Message
  hasDependents(environments: string[]): Message
  deleted: string
}

/**
 * Deletes the thing whose id the address says, to which no environment is linked, and shows the list again.
 *
 * @throws DomainError with the environments that are
 */
export async function deleteUnlinked(
  { context, query }: Page<'admin'>,
  deletion: Deletion,
): Promise<Response> {
  const { success, dependentEnvironmentNames } = await withServerProblem(context, deletion.failed, () =>
    deletion.delete(query('id')),
  )
  if (!success) throw new DomainError('conflict', deletion.hasDependents(dependentEnvironmentNames))
  context.setFlash(deletion.deleted)
  return redirect('/portal/external-resources')
}
