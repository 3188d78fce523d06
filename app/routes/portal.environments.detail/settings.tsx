import { Details } from '../../components/details'
import { CheckboxField, Field } from '../../components/field'
import { Form } from '../../components/form'
import { adminsOnlyHere, ProtectedNote } from '../../components/protected-note'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'
import { NotificationsForm } from './notifications-form'
import { Protection } from './protection'

interface SettingsProps {
  environment: EnvironmentDetail
  isAdmin: boolean
}

const supersedesText = (supersedes: boolean): string =>
  supersedes
    ? 'Skip queued deployments of an application when a newer one arrives'
    : 'Each one runs, one at a time'

interface NumberFormProps {
  form: string
  name: string
  label: string
  hint: string
  value: number
  /** Label of its button. */
  submit: string
}

const NumberForm = ({ form, value, submit, ...field }: NumberFormProps) => (
  <Form name={form} className="space-y-3">
    <Field
      {...field}
      inputMode="numeric"
      typing="whole"
      autoComplete="off"
      defaultValue={String(value)}
      required
    />
    <SubmitButton tone="plain" pending="Saving…">
      {submit}
    </SubmitButton>
  </Form>
)

/** The rules for deployments to an environment: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin }: SettingsProps) {
  const { protection, watchMinutes, supersedesQueued, costStepUsd, budgetUsd } = environment
  const mayChange = isAdmin || !protection.isProtected
  return (
    <>
      {!mayChange && <ProtectedNote>{adminsOnlyHere}</ProtectedNote>}
      <Details
        facts={[
          { term: 'Protection', value: <Protection protection={protection} isAdmin={isAdmin} /> },
          {
            term: 'Automatic rollback',
            value: !mayChange ? (
              `${watchMinutes} minutes after Live`
            ) : (
              <NumberForm
                form="setWatchTime"
                name="watchMinutes"
                label="Watch for (minutes)"
                hint="Roll back if unhealthy within this time. 0 = off."
                value={watchMinutes}
                submit="Save watch time"
              />
            ),
          },
          {
            term: 'Automatic deployments',
            value: !mayChange ? (
              supersedesText(supersedesQueued)
            ) : (
              <Form name="setSuperseding" className="space-y-3">
                <CheckboxField
                  name="supersedesQueued"
                  label={supersedesText(true)}
                  defaultChecked={supersedesQueued}
                />
                <SubmitButton tone="plain" pending="Saving…">
                  Save automatic deployments
                </SubmitButton>
              </Form>
            ),
          },
          {
            term: 'Rise of cost',
            value: !mayChange ? (
              `More than ${costStepUsd} USD a month has to be confirmed`
            ) : (
              <NumberForm
                form="setCostStep"
                name="costStepUsd"
                label="USD a month"
                hint="Confirm a deployment that raises the cost by more, or doubles it. Auto deploy stops there. 0: every rise."
                value={costStepUsd}
                submit="Save rise of cost"
              />
            ),
          },
          {
            term: 'Budget',
            value: !mayChange ? (
              budgetUsd === 0 ? (
                'None'
              ) : (
                `${budgetUsd} USD a month`
              )
            ) : (
              <NumberForm
                form="setBudget"
                name="budgetUsd"
                label="Budget (USD a month)"
                hint="Notify when the projected cost reaches 80 % and 100 %. Nothing stops. 0 = off."
                value={budgetUsd}
                submit="Save budget"
              />
            ),
          },
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
