import { Details } from '../../components/details'
import { Field } from '../../components/field'
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

/** The rules for deployments to an environment: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin }: SettingsProps) {
  const { protection, watchMinutes } = environment
  const mayChange = isAdmin || !protection.isProtected
  return (
    <>
      {!mayChange && <ProtectedNote>{adminsOnlyHere}</ProtectedNote>}
      <Details
        facts={[
          { term: 'Protection', value: <Protection protection={protection} isAdmin={isAdmin} /> },
          {
            term: 'Undo by itself',
            value: !mayChange ? (
              `${watchMinutes} minutes after Live`
            ) : (
              <Form name="setWatchTime" className="flex flex-wrap items-end gap-3">
                <Field
                  name="watchMinutes"
                  label="Minutes after Live"
                  hint="A deployment that gets unhealthy in this time is undone. 0: never."
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
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
