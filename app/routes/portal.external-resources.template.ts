import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { DomainError } from '../../core/errors'
import { answerFile } from '../api/answer'
import { rolesPage } from '../components/external-resource-links'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'
import { withServerProblem } from '../http/pages/with-server-problem'
import { messages } from '../messages/messages'

export const handle = {
  access: 'admin',
  docs: null,
  about: { awsAccountId: 'awsAccount' },
} as const satisfies PageHandle

/** The file of /v1 for a page: where it can not be made, the page of the account says so, and no file is saved that holds a refusal. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query, context }) => {
    const id = query('awsAccountId')
    try {
      const template = await withServerProblem(context, messages.templateFailed, () =>
        services.awsAccounts.getCloudformationTemplate(actor, id),
      )
      return answerFile(template, 'cloudformation.json')
    } catch (failure) {
      if (!(failure instanceof DomainError) || failure.code !== 'unavailable') throw failure
      context.setFlash(failure.message, 'warn')
      return redirect(rolesPage(id))
    }
  })
