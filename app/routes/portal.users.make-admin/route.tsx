import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '../../../core/errors'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { ProofField } from '../../components/proof-fields'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users#who-may-do-what',
  about: { id: 'person' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Make ${data.name} an admin` : 'Make admin', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { name, email } = await services.users.getUser(actor, query('id'))
    if (email === undefined) throw notFound('The user')
    return { name, email, needsPassword: !(await services.sessions.checkFreshLogin(actor)) }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    makeAdmin: async ({ services, actor, query, form, context }) => {
      const currentPassword = form.text('currentPassword')
      await services.users.setAdmin(actor, { userId: query('id'), isAdmin: true, currentPassword })
      context.setFlash('The user is an admin now.')
      return redirect('/portal/users')
    },
  })

/** Asks first: an admin can take everything from everybody, whoever asks included. */
export default function MakeAdmin() {
  const { name, email, needsPassword } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={`Make ${name} an admin?`} parent={{ to: '/portal/users', label: 'Users' }} />
      <p className="mb-5 max-w-form">
        {`${email} will be able to add and delete users, link AWS accounts, change protected environments and delete the account of your team.`}
      </p>
      <Form name="makeAdmin">
        <ProofField isNeeded={needsPassword} />
        <div className="flex gap-3">
          <SubmitButton pending="Saving…">Make admin</SubmitButton>
          <LinkButton to="/portal/users">Cancel</LinkButton>
        </div>
      </Form>
    </>
  )
}
