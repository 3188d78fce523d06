import { newsKinds, type NewsKind } from '../../../core/news/news-kinds'
import { Choices } from '../../components/choices'
import { Form } from '../../components/form'
import { newsLabels } from '../../messages/news-labels'
import { SubmitButton } from '../../components/submit-button'

const labels = newsKinds.map((kind) => [kind, newsLabels[kind]] as const)

/** Form for the mails that the reader wants, of those that environments send. */
export const MailsForm = ({ unwanted }: { unwanted: NewsKind[] }) => (
  <Form name="mails">
    <Choices
      legend="E-mail me when"
      name="wanted"
      labels={labels}
      chosen={newsKinds.filter((kind) => !unwanted.includes(kind))}
    />
    <p className="text-muted">
      Each environment chooses its e-mails. They go to admins and to the requester of a deployment.
    </p>
    <SubmitButton tone="plain" pending="Saving…">
      Save preferences
    </SubmitButton>
  </Form>
)
