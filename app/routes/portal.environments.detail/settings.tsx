import { Details } from '../../components/details'
import { CheckboxField, Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { adminsOnlyHere, ProtectedNote } from '../../components/protected-note'
import { priceText } from '../../components/price'
import { SubmitButton } from '../../components/submit-button'
import { goesOnWithoutLabels } from '../../messages/strategy-labels'
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

type Loss = EnvironmentDetail['goesOnWithouts'][number]

const lossText = ({ goesOnWithout, instancesPerHour }: Loss): string =>
  [
    goesOnWithoutLabels[goesOnWithout],
    ...(instancesPerHour === undefined ? [] : [priceText(instancesPerHour)]),
  ].join(' · ')

/** What may break without an application with two or more processes going with it, with what each choice costs. */
const GoesOnWithoutForm = ({ choices }: { choices: Loss[] }) => (
  <Form name="setGoesOnWithout" className="space-y-3">
    <SelectField
      name="goesOnWithout"
      label="If it breaks, each application with two or more processes still serves"
      hint="Each with what the instances would cost, as beside the Spot strategies."
      defaultValue={choices.find(({ selected }) => selected)?.goesOnWithout}
    >
      {choices.map((choice) => (
        <option key={choice.goesOnWithout} value={choice.goesOnWithout}>
          {lossText(choice)}
        </option>
      ))}
    </SelectField>
    <SubmitButton tone="plain" pending="Saving…">
      Save what it goes on without
    </SubmitButton>
  </Form>
)

/** What an environment goes on without, and the rules for deployments to it: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin }: SettingsProps) {
  const { protection, goesOnWithouts, watchMinutes, supersedesQueued, costStepUsd } = environment
  const mayChange = isAdmin || !protection.isProtected
  return (
    <>
      {!mayChange && <ProtectedNote>{adminsOnlyHere}</ProtectedNote>}
      <Details
        facts={[
          { term: 'Protection', value: <Protection protection={protection} isAdmin={isAdmin} /> },
          {
            term: 'Goes on without',
            value: mayChange ? (
              <GoesOnWithoutForm choices={goesOnWithouts} />
            ) : (
              goesOnWithouts.filter(({ selected }) => selected).map(lossText)
            ),
          },
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
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
