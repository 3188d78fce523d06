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
    : 'Each is carried out, one after the other'

/** The rules for deployments to an environment: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin }: SettingsProps) {
  const { protection, watchMinutes, supersedesQueued, costStepUsd } = environment
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
              <Form name="setWatchTime" className="space-y-3">
                <Field
                  name="watchMinutes"
                  label="Watch for (minutes)"
                  hint="Roll back if unhealthy within this time. 0 = off."
                  inputMode="numeric"
                  typing="whole"
                  autoComplete="off"
                  defaultValue={String(watchMinutes)}
                  required
                />
                <SubmitButton tone="plain" pending="Saving…">
                  Save watch time
                </SubmitButton>
              </Form>
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
              <Form name="setCostStep" className="flex flex-wrap items-end gap-3">
                <Field
                  name="costStepUsd"
                  label="USD a month"
                  hint="Confirm a deployment that raises the cost by more, or doubles it. Auto deploy stops there. 0: every rise."
                  inputMode="numeric"
                  typing="whole"
                  autoComplete="off"
                  defaultValue={String(costStepUsd)}
                  required
                />
                <SubmitButton tone="plain" pending="Saving…">
                  Save rise of cost
                </SubmitButton>
              </Form>
            ),
          },
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
