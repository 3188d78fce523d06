import { longestWatchMinutes } from '../../../core/deployment/deployment-state'
import { Details } from '../../components/details'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'
import { NotificationsForm } from './notifications-form'
import { Protection } from './protection'

interface SettingsProps {
  environment: EnvironmentDetail
  isAdmin: boolean
}

/** The rules for deployments to an environment: who has to approve them, when they are undone, and who is told. */
export const Settings = ({ environment, isAdmin }: SettingsProps) => (
  <Details
    facts={[
      { term: 'Protection', value: <Protection protection={environment.protection} isAdmin={isAdmin} /> },
      {
        term: 'Undo by itself',
        value: (
          <Form name="setWatchTime" className="flex flex-wrap items-end gap-3">
            <Field
              name="watchMinutes"
              label="Minutes after Live"
              hint="A deployment that gets unhealthy in this time is undone. 0: never."
              type="number"
              min={0}
              max={longestWatchMinutes}
              defaultValue={String(environment.watchMinutes)}
              required
            />
            <SubmitButton tone="plain" pending="Saving…">
              Save watch time
            </SubmitButton>
          </Form>
        ),
      },
      { term: 'Notifications', value: <NotificationsForm {...environment} /> },
    ]}
  />
)
