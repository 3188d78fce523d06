import {
  actOf,
  deploymentRules,
  ruleNames,
  type DeploymentRule,
  type RuleName,
} from '../../../core/deployment/rules'
import {
  choiceActOf,
  choiceNames,
  choiceOf,
  environmentChoices,
  labelOf,
  type ChoiceName,
} from '../../../core/environment/choices'
import type { AuditEntry } from '../../../db/models/audit-entry'

type Act = Pick<AuditEntry, 'action' | 'targetName' | 'before' | 'after'>

/** Sentence on an act on an environment, from an entry of the audit log, to follow the name of who did it: `checked for drift`. */
export function tellAct(act: Act): string {
  const tell = sentences[act.action]
  return tell ? tell(act) : `did ${act.action}`
}

/** By the action; every one that begins with `environment.` is here, and what is decided on deployments. */
export const sentences: Record<string, (act: Act) => string> = {
  'environment.create': ({ after }) =>
    `created the environment in the AWS account ${word(after?.awsAccount)}`,
  'environment.rename': ({ before, after }) => `renamed the environment${change(before?.name, after?.name)}`,
  ...Object.fromEntries(choiceNames.map((name) => [choiceActOf(environmentChoices[name]), tellChoice(name)])),
  ...Object.fromEntries(
    ruleNames.map((name) => [actOf(deploymentRules[name]), tellRule(name, deploymentRules[name])]),
  ),
  'environment.set-notifications': () => 'set the notifications',
  'environment.protect': () => 'protected the environment',
  'environment.request-unprotect': () => 'requested the end of the protection',
  'environment.unprotect': () => 'took the protection off',
  'environment.sleep': ({ after }) =>
    after?.minutesWithoutRequests === undefined
      ? 'put the environment to sleep'
      : `put the environment to sleep after ${word(after.minutesWithoutRequests)} minutes without requests`,
  'environment.wake': () => 'woke the environment',
  'environment.set-sleep-schedule': ({ after }) => `set the sleep schedule${fieldsOf(after)}`,
  'environment.remove-sleep-schedule': () => 'removed the sleep schedule',
  'environment.correct': () => 'checked for drift',
  'environment.override-application': ({ targetName }) => `set the overrides of ${targetName}`,
  'environment.link-hosted-zone': ({ after }) => `linked the hosted zone ${word(after?.hostedZone)}`,
  'environment.unlink-hosted-zone': () => 'unlinked the hosted zone',
  'environment.set-linked-networks': ({ after }) =>
    `set the linked external networks to ${networks(after?.networks)}`,
  'environment.delete': () => 'deleted the environment',
  'deployment.approve': ({ after }) => `approved deployment ${word(after?.sequence)}`,
  'deployment.decline': () => 'declined a deployment',
}

/** With what its values are called in the form. */
function tellChoice(name: ChoiceName) {
  const label = (value: unknown): unknown => (typeof value === 'string' ? labelOf(name, value) : value)
  return ({ before, after }: Act): string =>
    `set ${choiceOf(name).fact}${change(label(before?.[name]), label(after?.[name]))}`
}

function tellRule(name: RuleName, { kind, fact }: DeploymentRule) {
  return ({ before, after }: Act): string =>
    kind === 'number'
      ? `set ${fact}${change(before?.[name], after?.[name])}`
      : `${after?.[name] ? 'has' : 'no longer has'} ${fact}`
}

/** Those of a schedule that changed. */
const fieldsOf = (facts: Act['after']): string => {
  const changed = Object.entries({ sleep: 'asleep', wake: 'awake', timeZone: 'time zone' }).flatMap(
    ([name, term]) => (facts?.[name] ? `${term} ${word(facts[name])}` : []),
  )
  return changed.length === 0 ? ' to what it was' : `: ${changed.join(', ')}`
}

const word = (fact: unknown): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : ''

const networks = (fact: unknown): string =>
  Array.isArray(fact) && fact.length > 0 ? fact.map(word).join(', ') : 'none'

/** The end of a sentence on a change: ` from 1 to 2`. Without `after` nothing changed, since the audit log keeps only differences. */
const change = (before: unknown, after: unknown): string =>
  after === undefined ? ' to what it was' : ` from ${word(before)} to ${word(after)}`
