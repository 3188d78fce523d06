import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '../../components/empty-state'
import { Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { ProofField } from '../../components/proof-fields'
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
  docs: '/docs/cicd-integration#without-a-stored-token',
  about: { id: 'integration' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Trust an identity for ${data.name}` : 'Trust an identity', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { id, name, issuers, ownAudience } = await services.users.getIntegrationUser(actor, query('id'))
    return { id, name, issuers, ownAudience }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createTrust: async ({ services, actor, query, form, context }) => {
      const input = {
        issuer: form.text('issuer'),
        subjectPattern: form.text('subjectPattern'),
        audience: form.text('audience'),
        environment: form.text('environment'),
        currentPassword: form.text('currentPassword'),
      }
      await services.users.createIntegrationTrust(actor, query('id'), input, form.submissionId)
      const { id, name } = await services.users.getIntegrationUser(actor, query('id'))
      context.setFlash('The identity is trusted.')
      return redirect(integrationUserPage(id, name))
    },
  })

export default function CreateTrust() {
  const { id, name, issuers, ownAudience } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Trust an identity"
        parent={{ to: integrationUserPage(id, name), label: name }}
        description={`Jobs whose identity matches log in as ${name}, without a stored token.`}
      />
      {issuers.length === 0 ? (
        <EmptyState>
          Whoever runs SDO has configured no issuer of identities. Create a token instead, or ask them for
          OIDC_ISSUERS.
        </EmptyState>
      ) : (
        <Form name="createTrust">
          <SelectField name="issuer" label="Issuer" required>
            {issuers.map(({ name, address }) => (
              <option key={address} value={address}>
                {`${name} (${address})`}
              </option>
            ))}
          </SelectField>
          <Field
            name="subjectPattern"
            label="Subject"
            hint="On GitHub repo:owner/name:ref:refs/heads/main, or repo:owner/name:environment:production. * matches anything except a colon. Not allowed in the owner."
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Field
            name="audience"
            label="Audience (optional)"
            hint={`Token audience. Default: ${ownAudience}`}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            name="environment"
            label="Environment (optional)"
            hint="Also require this environment, such as production."
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
          />
          <ProofField />
          <SubmitButton pending="Saving…">Trust</SubmitButton>
        </Form>
      )}
    </>
  )
}
