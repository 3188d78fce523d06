import { ruleEntries, type DeploymentRule, type RuleName } from '../../../core/deployment/rules'
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

/** A rule of the environment, to be changed in place. */
function RuleForm({ name, rule, value }: { name: RuleName; rule: DeploymentRule; value: number | boolean }) {
  return (
    <Form name={rule.form} className="space-y-3">
      {rule.kind === 'number' ? (
        <Field
          name={name}
          label={rule.label}
          hint={rule.hint}
          inputMode="numeric"
          typing="whole"
          autoComplete="off"
          defaultValue={String(value)}
          required
        />
      ) : (
        <CheckboxField name={name} label={rule.label} defaultChecked={value === true} />
      )}
      <SubmitButton tone="plain" pending="Saving…">
        {rule.submit}
      </SubmitButton>
    </Form>
  )
}

const tell = ({ tell }: DeploymentRule, value: number | boolean): string => tell(value as never)

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
      Save what it survives
    </SubmitButton>
  </Form>
)

/** What an environment survives the loss of, and the rules for deployments to it: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin }: SettingsProps) {
  const { protection, goesOnWithouts } = environment
  const mayChange = isAdmin || !protection.isProtected
  return (
    <>
      {!mayChange && <ProtectedNote>{adminsOnlyHere}</ProtectedNote>}
      <Details
        facts={[
          { term: 'Protection', value: <Protection protection={protection} isAdmin={isAdmin} /> },
          {
            term: 'Survives the loss of',
            value: mayChange ? (
              <GoesOnWithoutForm choices={goesOnWithouts} />
            ) : (
              goesOnWithouts.filter(({ selected }) => selected).map(lossText)
            ),
          },
          ...ruleEntries.map(([name, rule]) => ({
            term: rule.term,
            value: mayChange ? (
              <RuleForm name={name} rule={rule} value={environment[name]} />
            ) : (
              tell(rule, environment[name])
            ),
          })),
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
