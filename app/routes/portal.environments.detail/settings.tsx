import { ruleEntries, type DeploymentRule, type RuleName } from '../../../core/deployment/rules'
import { choiceOf, otherChoices } from '../../../core/environment/choices'
import { Details } from '../../components/details'
import { CheckboxField, Field } from '../../components/field'
import { Form } from '../../components/form'
import { adminsOnlyHere, ProtectedNote } from '../../components/protected-note'
import { SubmitButton } from '../../components/submit-button'
import type { EnvironmentDetail } from '../../services/environments/environment-views'
import { ChoiceForm, selectedText } from './choice-form'
import { NotificationsForm } from './notifications-form'
import { Protection } from './protection'
import { Sleep } from './sleep'

interface SettingsProps {
  environment: EnvironmentDetail
  isAdmin: boolean
  nowEpoch: number
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

/** Whether it is about sleep, and belongs beside that. */
const isOfSleep = ([name]: (typeof ruleEntries)[number]): boolean => name === 'sleepAfterMinutes'

const tell = ({ tell }: DeploymentRule, value: number | boolean): string => tell(value as never)

/** When an environment sleeps, what it survives the loss of, and the rules for deployments to it: who has to approve them, when they are undone, and who is told. */
export function Settings({ environment, isAdmin, nowEpoch }: SettingsProps) {
  const { protection, sleep } = environment
  const mayChange = isAdmin || !protection.isProtected
  const ruleFact = ([name, rule]: [RuleName, DeploymentRule]) => ({
    term: rule.term,
    value: mayChange ? (
      <RuleForm name={name} rule={rule} value={environment[name]} />
    ) : (
      tell(rule, environment[name])
    ),
  })
  return (
    <>
      {!mayChange && <ProtectedNote>{adminsOnlyHere}</ProtectedNote>}
      <Details
        facts={[
          { term: 'Protection', value: <Protection protection={protection} isAdmin={isAdmin} /> },
          { term: 'Sleep', value: <Sleep sleep={sleep} nowEpoch={nowEpoch} mayChange={mayChange} /> },
          ...ruleEntries.filter(isOfSleep).map(ruleFact),
          ...otherChoices.map((name) => ({
            term: choiceOf(name).term,
            value: mayChange ? (
              <ChoiceForm name={name} environment={environment} className="space-y-3" />
            ) : (
              selectedText({ name, environment })
            ),
          })),
          ...ruleEntries.filter((entry) => !isOfSleep(entry)).map(ruleFact),
          { term: 'Notifications', value: <NotificationsForm {...environment} mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}
