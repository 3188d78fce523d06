import { mailEvents, type MailEvent } from '../../../core/deployment/mail-events'
import { Form } from '../../components/form'
import { SubmitButton } from '../../components/submit-button'

const labels: Record<MailEvent, string> = {
  failed: 'failed',
  live: 'is live',
  reverted: 'was undone by itself',
}

/** What of deployments people are mailed about. */
export const MailEventsForm = ({ chosen }: { chosen: MailEvent[] }) => (
  <Form name="setMailEvents" className="flex flex-wrap items-end gap-3">
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Mail admins, and whoever asked, when a deployment</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {mailEvents.map((event) => (
          <label key={event} className="flex items-start gap-2">
            <input
              type="checkbox"
              name="mailEvents"
              value={event}
              defaultChecked={chosen.includes(event)}
              className="mt-0.5 h-4 w-4 flex-none accent-accent"
            />
            <span>{labels[event]}</span>
          </label>
        ))}
      </div>
    </fieldset>
    <SubmitButton tone="plain" pending="Saving…">
      Save mails
    </SubmitButton>
  </Form>
)
