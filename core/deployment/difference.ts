import {
  configEntries,
  configFields,
  type ConfigField,
  type ConfigFieldName,
} from '../application/config/fields'
import { tellSchedule, type ScheduleEntry } from '../application/schedule'
import { byChoice, deployedChoices, type ChoiceValue, type DeployedChoice } from '../environment/choices'
import { tellSettings, type SettingPart } from '../application/run-settings'
import type { ApplicationSpec } from '../resources/application'
import type { ApplicationOverride, EnvironmentSettings } from '../resources/environment'
import { withKept } from './image-digests'
import { variableDifferences, type FactDifference } from './variable-differences'
import { withOverride } from './with-override'

/** Everything that an environment runs by: what a deployment can go back to. */
export interface Snapshot {
  applications: ApplicationSpec[]
  settings: EnvironmentSettings
}

interface ApplicationDifference {
  applicationId: string
  type: 'add' | 'change' | 'remove' | 'same'
  before?: ApplicationSpec
  after?: ApplicationSpec
  /** Differences besides the version, of an application that is there before and after. */
  facts: FactDifference[]
  /** Ports whose load balancer goes: their addresses stop answering. */
  lostPorts: number[]
}

/** A choice of the environment is present where it differs. */
type ChoiceDifferences = {
  [Name in DeployedChoice]?: { before: ChoiceValue<Name>; after: ChoiceValue<Name> }
}

export interface Difference extends ChoiceDifferences {
  /** Applications in the order of `after`, then those that are removed. */
  applications: ApplicationDifference[]
}

/** Fields that identify an application and its version, which is compared by itself. */
type Identity = 'applicationId' | 'name' | 'versionId' | 'versionName' | 'tag'

type Fact = [fact: string, tell: (of: ApplicationSpec) => string]

/** How a field is told that no one configures. A new one does not compile until it has its line here. */
const deployed: { [Field in Exclude<keyof ApplicationSpec, Identity | ConfigFieldName>]-?: Fact } = {
  digest: ['Image digest', ({ digest = '' }) => digest],
  restartEpoch: [
    'Restarted',
    ({ restartEpoch }) => (restartEpoch === undefined ? '' : `${new Date(restartEpoch).toISOString()}`),
  ],
}

const factOf = ([name, field]: [ConfigFieldName, ConfigField]): Fact[] =>
  // Variables and secrets are told one by one, by their names.
  field.fact === undefined ? [] : [[field.fact, (of) => tell(field, name, of)]]

const facts: Fact[] = [
  ...factOf(['image', configFields.image]),
  ...Object.values(deployed),
  ...configEntries.filter(([name]) => name !== 'image').flatMap(factOf),
]

function tell(field: ConfigField, name: ConfigFieldName, of: ApplicationSpec): string {
  const value = of[name]
  if (value === undefined) return ''
  switch (field.kind) {
    case 'number':
      return `${value as number}${field.unit ?? ''}`
    case 'ports':
      return listOf(of.ports.map(({ port, subdomain }) => (subdomain ? `${port} (${subdomain})` : `${port}`)))
    case 'roles':
      return listOf(Object.entries(value).map(([key, arn]) => `${key}: ${String(arn)}`))
    case 'schedule':
      return tellSchedule(value as ScheduleEntry[])
    case 'settings':
      return tellSettings(name as SettingPart, of)
    default:
      return value as string
  }
}

const listOf = (texts: string[]): string => [...texts].sort().join(', ')

/** The difference between the contents of an environment `before` and `after`; whatever is the same on both sides is left out. */
export function differenceBetween(before: Snapshot, after: Snapshot): Difference {
  const previous = effective(before)
  const next = effective(after)
  const ids = [...new Set([...next.keys(), ...previous.keys()])]
  const differing = deployedChoices.filter((name) => before.settings[name] !== after.settings[name])
  return {
    applications: ids.map((id) => compare(id, previous.get(id), next.get(id))),
    ...(byChoice(
      (name) => ({ before: before.settings[name], after: after.settings[name] }),
      differing,
    ) as ChoiceDifferences),
  }
}

export const isNoDifference = (difference: Difference): boolean =>
  !deployedChoices.some((name) => difference[name]) &&
  difference.applications.every(({ type }) => type === 'same')

/**
 * The difference that deploying an application as it is configured now would make; overrides count on both sides, because they need no
 * deployment.
 */
export function configurationDifference(
  running: ApplicationSpec,
  configured: ApplicationSpec,
  overrides: ApplicationOverride[],
): Pick<ApplicationDifference, 'facts' | 'lostPorts'> {
  const before = withOverride(running, overrides)
  const after = withOverride(withKept(configured, running), overrides)
  return { facts: differingFacts(before, after), lostPorts: lostPorts(before, after) }
}

/** The same, with all there is to say of the applications that are added: for whoever is to judge them. */
export const withFactsOfAdded = (difference: Difference): Difference => ({
  ...difference,
  applications: difference.applications.map((one) =>
    one.type === 'add' && one.after ? { ...one, facts: differingFacts(undefined, one.after) } : one,
  ),
})

/** By id, with what the environment does differently. */
const effective = ({ applications, settings }: Snapshot): Map<string, ApplicationSpec> =>
  new Map(applications.map((one) => [one.applicationId, withOverride(one, settings.overrides)]))

function compare(
  applicationId: string,
  before: ApplicationSpec | undefined,
  after: ApplicationSpec | undefined,
): ApplicationDifference {
  const differing = before && after ? differingFacts(before, after) : []
  return {
    applicationId,
    type: typeOf(before, after, differing),
    before,
    after,
    facts: differing,
    lostPorts: lostPorts(before, after),
  }
}

function typeOf(
  before: ApplicationSpec | undefined,
  after: ApplicationSpec | undefined,
  differing: FactDifference[],
): ApplicationDifference['type'] {
  if (!before) return 'add'
  if (!after) return 'remove'
  return before.versionId === after.versionId && differing.length === 0 ? 'same' : 'change'
}

const differingFacts = (before: ApplicationSpec | undefined, after: ApplicationSpec): FactDifference[] => [
  ...facts.flatMap(([fact, tell]) => {
    const [was, is] = [before ? tell(before) : '', tell(after)]
    return was === is ? [] : [{ fact, ...(was && { before: was }), ...(is && { after: is }) }]
  }),
  ...variableDifferences(before ?? {}, after),
]

function lostPorts(before: ApplicationSpec | undefined, after: ApplicationSpec | undefined): number[] {
  const kept = new Set(after?.ports.map(({ port }) => port))
  return (before?.ports ?? []).map(({ port }) => port).filter((port) => !kept.has(port))
}
