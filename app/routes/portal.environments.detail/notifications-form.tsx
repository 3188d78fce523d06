import { Link } from '@remix-run/react'
import { environmentNews, type EnvironmentNews } from '../../../core/news/news-kinds'
import { Choices } from '../../components/choices'
import { Form } from '../../components/form'
import { newsLabels } from '../../messages/news-labels'
import { RevisionField } from '../../components/revision-field'
import { SubmitButton } from '../../components/submit-button'

interface NotificationsFormProps {
  mailEvents: EnvironmentNews[]
  webhookEvents: EnvironmentNews[]
  notificationsRevision: string
  mayChange: boolean
}

const labels = environmentNews.map((kind) => [kind, newsLabels[kind]] as const)

/** What of an environment is mailed, and what the team's webhook is told. */
export const NotificationsForm = ({
  mailEvents,
  webhookEvents,
  notificationsRevision,
  mayChange,
}: NotificationsFormProps) => (
  <Form name="setNotifications" className="space-y-3">
    <RevisionField revision={notificationsRevision} />
    <fieldset disabled={!mayChange} className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <Choices
        legend="E-mail the admins and the requester"
        name="mailEvents"
        labels={labels}
        chosen={mailEvents}
      />
      <Choices
        legend={
          <>
            Tell the{' '}
            <Link className="link" to="/portal/notifications">
              webhook of the team
            </Link>
          </>
        }
        name="webhookEvents"
        labels={labels}
        chosen={webhookEvents}
      />
    </fieldset>
    {mayChange && (
      <SubmitButton tone="plain" pending="Saving…">
        Save notifications
      </SubmitButton>
    )}
  </Form>
)
