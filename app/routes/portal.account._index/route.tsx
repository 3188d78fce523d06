import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { longest } from '../../../core/text/longest'
import { newsKinds } from '../../../core/news/news-kinds'
import { accountMessages } from '../../messages/account-messages'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Epoch } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { MailingListFields } from './mailing-list-fields'
import { MailsForm } from './mails-form'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#the-account-of-your-team',
} as const satisfies PageHandle

export const meta = () => title('Account')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor }) => services.accounts.getAccount(actor))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    mailingList: async ({ services, actor, form, context }) => {
      const shouldReceive = form.isChecked('shouldReceive')
      await withServerProblem(context, accountMessages.mailingListFailed, () =>
        services.accounts.setMailingList(actor, shouldReceive),
      )
      context.setFlash(
        shouldReceive ? 'You will receive announcements.' : 'You will receive no announcements.',
      )
      return redirect('/portal/account')
    },
    teamName: async ({ services, actor, form, context }) => {
      const name = form.text('name')
      await services.accounts.setTeamName(actor, name)
      context.setFlash(
        name.trim() === '' ? 'Your team no longer has a name.' : 'The name of your team was saved.',
      )
      return redirect('/portal/account')
    },
    mails: async ({ services, actor, form, context }) => {
      const wanted = form.all('wanted')
      const unwanted = newsKinds.filter((kind) => !wanted.includes(kind))
      await services.accounts.setMails(actor, unwanted)
      context.setFlash('Your e-mail preferences were saved.')
      return redirect('/portal/account')
    },
  })

export default function Account() {
  const { historicalTerms, shouldReceiveAnnouncements, unwantedMails, isAdmin, teamName } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Account" description={isAdmin ? undefined : teamName && `Of the team ${teamName}`} />
      {isAdmin && (
        <>
          <h2 className="mb-2">Team</h2>
          <div className="mb-8">
            <Form name="teamName">
              <Field
                name="name"
                label="Name of your team"
                hint="Shown in the top bar. Optional."
                defaultValue={teamName ?? ''}
                maxLength={longest.teamName}
                autoComplete="organization"
              />
              <SubmitButton tone="plain" pending="Saving…">
                Save name
              </SubmitButton>
            </Form>
          </div>
        </>
      )}
      <h2 className="mb-2">Terms of service</h2>
      {historicalTerms.length === 0 ? (
        <p className="text-muted">
          Your team accepted the terms of service before you joined. New ones are announced here and accepted
          by each person.
        </p>
      ) : (
        <Table
          caption="Terms of service that you accepted"
          rows={historicalTerms}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'Effective',
              cell: ({ id, effectiveDateEpoch }) => (
                <Link className="link" to={`/terms?id=${id}`}>
                  <Epoch epoch={effectiveDateEpoch} />
                </Link>
              ),
            },
            {
              header: 'Accepted',
              cell: ({ acceptedDateEpoch }) => <Epoch epoch={acceptedDateEpoch} />,
            },
          ]}
        />
      )}
      <h2 id="mails" className="mb-2 mt-8">
        E-mails
      </h2>
      <MailsForm unwanted={unwantedMails} />
      <h2 className="mb-2 mt-8">Mailing list</h2>
      <Form name="mailingList">
        <MailingListFields stored={shouldReceiveAnnouncements} />
      </Form>
      {isAdmin && (
        <>
          <h2 className="mb-2 mt-8">Administration</h2>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/portal/audit-log">Audit log</LinkButton>
            <LinkButton to="delete" className="button-danger">
              Delete Account
            </LinkButton>
          </div>
        </>
      )}
    </>
  )
}
