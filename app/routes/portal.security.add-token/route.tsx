import { redirect } from '@remix-run/node'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../../core/account-messages'
import { invalid } from '../../../core/errors'
import { AuthenticatorCodeField } from '../../components/authenticator-code-field'
import { CopyText } from '../../components/copy-text'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/page'
import { QrImage } from './qr-image'

export const meta = () => title('Add authenticator token')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, ({ services, actor, query }) =>
    services.security.getPendingToken(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage('member', args, {
    activate: async ({ services, actor, query, form, context }) => {
      const input = { id: query('id'), token: form.text('code') }
      const message = accountMessages.authenticatorCodeWrong
      if (!(await services.security.activateAuthenticatorToken(actor, input)))
        throw invalid(message, { code: message })
      context.setFlash('The authenticator token was added. From now on a login needs its code.')
      return redirect('/portal/security')
    },
  })

export default function AddToken() {
  const { uri, code } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Add authenticator token"
        parent={{ to: '/portal/security', label: 'Website Security' }}
      />
      <ol className="max-w-form list-decimal space-y-5 pl-5">
        <li>
          Scan this image with your authenticator app, or enter the key in the app.
          <QrImage text={uri} label="Image for your authenticator app" />
          <p className="mt-3">
            <span className="block text-muted">Key</span>
            <CopyText label="key" text={code} />
          </p>
        </li>
        <li>
          <p className="mb-3">Enter the code that the app now shows, within 30 minutes.</p>
          <Form name="activate">
            <AuthenticatorCodeField />
            <div className="flex gap-3">
              <SubmitButton pending="Adding…">Add token</SubmitButton>
              <LinkButton to="/portal/security">Cancel</LinkButton>
            </div>
          </Form>
        </li>
      </ol>
    </>
  )
}
