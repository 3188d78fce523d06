import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { ProofField } from '../../components/proof-fields'
import { RecoveryCodes } from '../../components/recovery-codes'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#your-own-login',
  showsSecrets: true,
} as const satisfies PageHandle

export const meta = () => title('Recovery codes', 'Website Security')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => {
    const { twoFactorTokens, recoveryCodesLeft } = await services.secondFactor.getSecurity(actor)
    if (twoFactorTokens.length === 0) throw redirect('/portal/security')
    return { recoveryCodesLeft, needsPassword: !(await services.sessions.checkFreshLogin(actor)) }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    // Answers with the page itself: codes that have to survive a redirect would have to be kept somewhere.
    create: async ({ services, actor, form }) =>
      json(
        await services.secondFactor.createRecoveryCodes(actor, {
          currentPassword: form.text('currentPassword'),
        }),
      ),
  })

export default function MakeRecoveryCodes() {
  const { recoveryCodesLeft, needsPassword } = useLoaderData<typeof loader>()
  const created = useActionData<typeof action>()
  const isCreated = created && 'recoveryCodes' in created
  return (
    <>
      <PageHeader
        title={isCreated ? 'Your recovery codes' : 'Make new recovery codes'}
        parent={{ to: '/portal/security', label: 'Website Security' }}
      />
      {isCreated ? (
        <RecoveryCodes codes={created.recoveryCodes} />
      ) : (
        <>
          <p className="mb-5 max-w-form">
            {recoveryCodesLeft > 0 && 'Your old codes stop working. '}
            You are logged out everywhere else.
          </p>
          <Form name="create">
            <ProofField isNeeded={needsPassword} />
            <div className="flex gap-3">
              <SubmitButton pending="Making…">Make new codes</SubmitButton>
              <LinkButton to="/portal/security">Cancel</LinkButton>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
