import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { ProofField } from '../../components/proof-field'
import { SubmitButton } from '../../components/submit-button'
import { longest } from '../../../core/text/longest'

/** Where a team without a webhook adds one. */
export const AddWebhook = ({ isAdmin }: { isAdmin: boolean }) => (
  <>
    <p className="mb-3 max-w-form text-muted">
      SDO sends your team’s news to an address of yours as soon as it happens: to a channel of Slack (or what
      takes its messages), or to a program, which checks the signature.
    </p>
    {isAdmin ? (
      <Form name="createWebhook">
        <Field
          name="url"
          label="Address"
          hint="https://… of an incoming webhook"
          type="url"
          maxLength={longest.webhookUrl}
          autoComplete="off"
          required
        />
        <ProofField />
        <SubmitButton pending="Adding…">Add webhook</SubmitButton>
      </Form>
    ) : (
      <p>Your team has no webhook. An admin may add one.</p>
    )}
  </>
)
