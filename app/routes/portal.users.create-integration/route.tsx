import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { integrationUserPage } from '../../components/portal-links'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users#add-an-integration-user',
} as const satisfies PageHandle

export const meta = () => title('New integration user', 'Users')

export const loader = (args: LoaderFunctionArgs) => loadPage(handle, args, () => null)

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createIntegration: async ({ services, actor, form, context }) => {
      const name = form.text('name').trim()
      const { id } = await services.users.createIntegrationUser(actor, { name }, form.submissionId)
      context.setFlash(
        'The integration user was created. It logs in with a token, or by an identity that it trusts.',
      )
      return redirect(integrationUserPage(id, name))
    },
  })

export default function CreateIntegrationUser() {
  return (
    <>
      <PageHeader
        title="New integration user"
        parent={{ to: '/portal/users', label: 'Users' }}
        description="Automation, such as a build system. It may declare versions and have them deployed, and nothing else."
      />
      <Form name="createIntegration">
        <Field name="name" label="Name" maxLength={100} autoComplete="off" />
        <SubmitButton pending="Creating…">Create</SubmitButton>
      </Form>
    </>
  )
}
