import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CopyText } from '../../components/copy-text'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { ProofField } from '../../components/proof-fields'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { trustCreatePage, userDeletePage } from '../../components/portal-links'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { Tokens } from './tokens'
import { Trusts } from './trusts'
import { Notice } from '../../components/notice'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users#add-an-integration-user',
  about: { id: 'integration' },
  showsSecrets: true,
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.name ?? 'Integration user', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.users.getIntegrationUser(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    // Answers with the page itself: a token that has to survive a redirect would have to be kept somewhere.
    createToken: async ({ services, actor, query, form }) => {
      const currentPassword = form.text('currentPassword')
      return json(await services.users.createIntegrationToken(actor, query('id'), { currentPassword }))
    },
  })

export default function IntegrationUser() {
  const { id, name, tokens, trusts, nowEpoch } = useLoaderData<typeof loader>()
  const created = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={name}
        parent={{ to: '/portal/users', label: 'Users' }}
        description="A token is valid for 3 months. To replace one, create the next, give it to your automation, then delete the old one."
        action={<LinkButton to={userDeletePage(id, name)}>Delete Integration User</LinkButton>}
      />
      {created && 'token' in created && <NewToken token={created.token} />}
      <h2 className="mb-2">Tokens</h2>
      <Tokens tokens={tokens} nowEpoch={nowEpoch} />
      <Form name="createToken" className="mt-4 max-w-form space-y-4">
        <ProofField />
        <SubmitButton pending="Creating…">Create Token</SubmitButton>
      </Form>
      <h2 className="mb-2 mt-8">Trusted identities</h2>
      <p className="mb-3 max-w-prose">
        A job that logs in with its identity names this integration user:{' '}
        <CopyText label="the id" text={id} />
      </p>
      <Trusts trusts={trusts} nowEpoch={nowEpoch} />
      <div className="mt-4">
        <LinkButton to={trustCreatePage(id)}>Trust an Identity</LinkButton>
      </div>
    </>
  )
}

/** The only time that a token can be seen. */
function NewToken({ token }: { token: string }) {
  return (
    <Notice tone="good" role="status">
      <p className="mb-1 font-medium">
        This is the new token. Copy it now: it is not stored and cannot be shown again.
      </p>
      <CopyText label="the token" text={token} />
    </Notice>
  )
}
