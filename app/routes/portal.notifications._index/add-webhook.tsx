import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { ProofField } from '../../components/proof-fields'
import { SubmitButton } from '../../components/submit-button'
import { longest } from '../../../core/text/longest'

/** Where a team without a webhook adds one. */
export const AddWebhook = ({ isAdmin }: { isAdmin: boolean }) => (
  <>
    <p className="mb-3 max-w-form text-muted">
      SDO sends your team’s events to your address as they happen: to a Slack channel (or a compatible one),
      or to a program that checks the signature.
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
