import { idleMinutes } from '../environment/idle'

/**
 * Rules of an environment for deployments to it, which take effect at once: each is declared here alone, by its name in /v1, in forms and
 * in the audit log. Columns, views, calls, forms, acts of the audit log and sentences of the history follow. The choices of
 * `core/environment` and the overrides are not among them.
 */
interface Common {
  /** Of its call `POST /v1/environment/{id}/…`, and of its act `environment.set-…`. */
  call: string
  /** Of its call, in the API reference. */
  summary: string
  /** Name of its form. */
  form: string
  /** What the page calls it. */
  term: string
  /** Label of its control. */
  label: string
  /** Label of its button. */
  submit: string
  /** Said once it is saved. */
  saved: string
}

interface NumberRule extends Common {
  kind: 'number'
  most: number
  /** The least beside 0, where that is not 1. */
  least?: number
  /** One line below its control. */
  hint: string
  /** What it has to be, to go before `, not “x”`. */
  rule: string
  /** How much each unit is that people write behind it. */
  units: Record<string, number>
  /** How it reads. */
  tell(value: number): string
  /** What the history says was set. */
  fact: string
}

interface FlagRule extends Common {
  kind: 'flag'
  /** How it reads. */
  tell(value: boolean): string
  /** What the history says that the environment has or no longer has. */
  fact: string
}

export type DeploymentRule = NumberRule | FlagRule

const longestWatchMinutes = 60
const highestCostStepUsd = 1_000_000
const highestBudgetUsd = 10_000_000

const supersedes = 'Skip queued deployments of an application when a newer one arrives'

export const deploymentRules = {
  /** Minutes after Live in which a deployment that gets unhealthy is rolled back automatically; 0 for never. */
  watchMinutes: {
    kind: 'number',
    call: 'watch-time',
    summary: 'Sets for how many minutes after Live an unhealthy deployment is rolled back automatically.',
    form: 'setWatchTime',
    term: 'Automatic rollback',
    label: 'Watch for (minutes)',
    hint: 'Roll back if unhealthy within this time. 0 = off.',
    submit: 'Save watch time',
    saved: 'The watch time was saved.',
    most: longestWatchMinutes,
    rule: `The watch time is a whole number of minutes, from 0 (never undo) to ${longestWatchMinutes}`,
    units: { min: 1, minutes: 1, h: 60 },
    tell: (minutes) => `${minutes} minutes after Live`,
    fact: 'the watch time, in minutes,',
  },
  /** Whether a newer automatic deployment takes the place of those of its application that wait for their turn. */
  supersedesQueued: {
    kind: 'flag',
    call: 'superseding',
    summary: 'Sets whether a newer automatic deployment replaces queued ones of its application.',
    form: 'setSuperseding',
    term: 'Automatic deployments',
    label: supersedes,
    submit: 'Save automatic deployments',
    saved: 'The setting was saved.',
    tell: (does) => (does ? supersedes : 'Each one runs, one at a time'),
    fact: 'newer automatic deployments take the place of those that wait',
  },
  /** By how many USD a month a deployment may raise the cost before somebody has to confirm that; 0 for every rise. A doubling counts from half of that on. */
  costStepUsd: {
    kind: 'number',
    call: 'cost-step',
    summary:
      'Says by how many USD a month a deployment may raise the cost before somebody has to confirm it.',
    form: 'setCostStep',
    term: 'Rise of cost',
    label: 'USD a month',
    hint: 'Confirm a deployment that raises the cost by more, or doubles it. Auto deploy stops there. 0: every rise.',
    submit: 'Save rise of cost',
    saved: 'The rise of cost was saved.',
    most: highestCostStepUsd,
    rule: `The rise of cost to confirm is a whole number of USD a month, from 0 (every rise) to ${highestCostStepUsd.toLocaleString('en-US')}`,
    units: { USD: 1, usd: 1 },
    tell: (usd) => `More than ${usd} USD a month has to be confirmed`,
    fact: 'the rise of cost to confirm, in USD a month,',
  },
  /** USD a month that the environment is to cost; 0 for no budget. */
  budgetUsd: {
    kind: 'number',
    call: 'budget',
    summary:
      'Sets what an environment is to cost a month, in USD, before traffic; 0 for none. SDO notifies the team when the projection reaches 80 and 100 %.',
    form: 'setBudget',
    term: 'Budget',
    label: 'Budget (USD a month)',
    hint: 'Notify when the projected cost reaches 80 % and 100 %. Nothing stops. 0 = off.',
    submit: 'Save budget',
    saved: 'The budget was saved.',
    most: highestBudgetUsd,
    rule: `The budget is a whole number of USD a month, from 0 (none) to ${highestBudgetUsd.toLocaleString('en-US')}`,
    units: { USD: 1, usd: 1 },
    tell: (usd) => (usd === 0 ? 'None' : `${usd} USD a month`),
    fact: 'the budget, in USD a month,',
  },
  /** Minutes without requests after which the environment falls asleep; 0 for never. */
  sleepAfterMinutes: {
    kind: 'number',
    call: 'sleep-after',
    summary:
      'Sets after how many minutes without requests an environment falls asleep; 0 for never. Request metrics must be on, and a port exposed. No request wakes it.',
    form: 'setSleepAfter',
    term: 'Sleep without requests',
    label: 'Sleep after … without requests (minutes)',
    hint: `At least ${idleMinutes.least}; 60 is an hour. 0 = off. No request wakes it: a schedule, a person, the API or a deployment does.`,
    submit: 'Save sleep without requests',
    saved: 'The time without requests was saved.',
    least: idleMinutes.least,
    most: idleMinutes.most,
    rule: `The time without requests is a whole number of minutes: 0 (never), or from ${idleMinutes.least} to ${idleMinutes.most.toLocaleString('en-US')}`,
    units: { min: 1, minutes: 1, h: 60, hours: 60 },
    tell: (minutes) => (minutes === 0 ? 'Never' : `After ${minutes} minutes`),
    fact: 'the time without requests to sleep after, in minutes,',
  },
} as const satisfies Record<string, DeploymentRule>

type Rules = typeof deploymentRules
export type RuleName = keyof Rules

export type RuleValue<Name extends RuleName> = Rules[Name] extends { kind: infer Kind }
  ? { number: number; flag: boolean }[Kind & ('number' | 'flag')]
  : never
type RuleValues = { [Name in RuleName]: RuleValue<Name> }

/** Every rule with its name, in the order of the page. */
export const ruleEntries = Object.entries(deploymentRules) as [RuleName, DeploymentRule][]

export const ruleNames = ruleEntries.map(([name]) => name)

/** What setting a rule is called in the audit log. */
export const actOf = ({ call }: Pick<Rules[RuleName], 'call'>) => `environment.set-${call}` as const

export const ruleActs = ruleNames.map((name) => actOf(deploymentRules[name]))

/** What is made of each rule, by its name. */
export const byRule = <Made>(make: (rule: DeploymentRule, name: RuleName) => Made): Record<RuleName, Made> =>
  Object.fromEntries(ruleEntries.map(([name, rule]) => [name, make(rule, name)])) as Record<RuleName, Made>

/** The rules alone. */
export const rulesOf = (row: RuleValues): RuleValues => byRule((_, name) => row[name]) as RuleValues
