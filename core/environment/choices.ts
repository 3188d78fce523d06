import { hoursPerMonth } from '../catalogue/figures'
import { loadBalancerWithAddressesPerHour } from '../charges/charges'
import { requestMetricsPerHour, requestMetricsSeconds } from './request-metrics'

/**
 * Settings of an environment that are chosen from a closed list: each is declared here alone, by its name in the resource and in rows.
 * Columns, resource, views, calls, forms, acts of the audit log, differences and sentences of the history follow.
 */
interface Choice {
  /**
   * In the order of the form: what each value is called there and, where that is not plain, what it means; and in how many zones instances
   * must be possible for it, if in more than one.
   */
  values: Record<string, { label: string; meaning?: string; zones?: number }>
  /**
   * Whether deployments bring it and go back to it: in a protected environment it then waits for approval. Otherwise only admins
   * change it there.
   */
  isDeployed: boolean
  /** Of its act `environment.set-…`, and of its entry in the history of deployments. */
  act: string
  /** Of its call `POST /v1/environment/{id}/…`. */
  call: string
  /** Of its call, in the API reference. */
  summary: string
  /** Its name in the body of its call, and in its form. */
  field: string
  /** Where the view of an environment lists the values, and what it calls each. */
  list: string
  each: string
  /** What it is, in the definition of the resource. */
  described: string
  /** The value that resources leave out, where those of earlier releases do not have it. */
  leftOut?: string
  /** Where it is asked for a new environment: the value if nobody says, and one line below the control. */
  created?: { value: string; hint: string }
  /** Name of its form. */
  form: string
  /** What pages and the history call it. */
  term: string
  /** Label of its control. */
  label: string
  /** One line below its control. */
  hint?: string
  /** Label of its button. */
  submit: string
  /** Said once it is saved. */
  saved: string
  /** What the history says was set. */
  fact: string
}

export const environmentChoices = {
  spotStrategy: {
    values: {
      ALL: {
        label: 'All Spot',
        meaning: 'Everything may run on Spot: AWS may take every instance back at two minutes’ notice.',
      },
      ALL_BUT_ONE: {
        label: 'All Spot except one',
        meaning: 'One process of each application runs on-demand, where it is not interrupted.',
      },
      HALF_OR_LESS: {
        label: 'Half Spot or less',
        meaning: 'At least half of the processes of each application run on-demand.',
      },
      NONE: {
        label: 'No Spot',
        meaning: 'Everything runs on-demand, at its price, and is not interrupted.',
      },
    },
    isDeployed: true,
    act: 'spot-strategy',
    call: 'spot-category',
    summary: 'Says how much of an environment may run on Spot.',
    field: 'spotAllowanceCategory',
    list: 'spotAllowanceCategories',
    each: 'category',
    described:
      'How much may run on Spot instances: everything, all but one process of each application, half or less, or nothing.',
    form: 'setSpotStrategy',
    term: 'Spot strategy',
    label: 'Spot allocation strategy',
    submit: 'Save strategy',
    saved: 'The Spot allocation strategy was saved.',
    fact: 'the Spot allocation strategy',
  },
  /** What may break without an application with two or more processes going with it. */
  goesOnWithout: {
    values: {
      NOTHING: { label: 'Nothing' },
      INSTANCE: { label: 'Any one instance' },
      ZONE: { label: 'Any one zone', zones: 2 },
    },
    isDeployed: false,
    act: 'goes-on-without',
    call: 'goes-on-without',
    summary:
      'Sets what an environment survives the loss of: nothing, any one instance, or any one zone. Processes of an application with two or more then run on at least two instances, or in at least two zones.',
    field: 'goesOnWithout',
    list: 'goesOnWithouts',
    each: 'goesOnWithout',
    described:
      'What may break without an application with two or more processes going with it: nothing, which is the default, any one instance, or any one availability zone. Processes of such an application then run on at least two instances, or in at least two zones.',
    leftOut: 'NOTHING',
    created: {
      value: 'INSTANCE',
      hint: 'Any one instance: applications with two or more processes run on at least two. Any one zone: in at least two. Both may cost more.',
    },
    form: 'setGoesOnWithout',
    term: 'Survives the loss of',
    label: 'If it breaks, each application with two or more processes still serves',
    hint: 'For an instance, its processes run on at least two; for a zone, in at least two. Each choice says what the instances would cost.',
    submit: 'Save what it survives',
    saved: 'What the environment survives was saved.',
    fact: 'what the environment survives the loss of',
  },
  /** Which load balancers exposed ports have. */
  loadBalancing: {
    values: {
      OWN: { label: 'One per exposed port' },
      SHARED: { label: 'One for all ports' },
    },
    isDeployed: false,
    act: 'load-balancing',
    call: 'load-balancing',
    summary:
      'Sets whether each exposed port of an environment has a load balancer of its own, or all of them share one.',
    field: 'loadBalancing',
    list: 'loadBalancings',
    each: 'loadBalancing',
    described:
      'A load balancer for each exposed port, which is the default, or one that all exposed ports of the environment share.',
    leftOut: 'OWN',
    created: {
      value: 'OWN',
      hint: `AWS charges about ${Math.round(loadBalancerWithAddressesPerHour * hoursPerMonth)} USD a month for each, before traffic.`,
    },
    form: 'setLoadBalancing',
    term: 'Load balancers',
    label: 'Load balancers of exposed ports',
    hint: 'A change gives every port another address. The former ones answer until nobody knows them.',
    submit: 'Save load balancers',
    saved: 'The choice of load balancers was saved.',
    fact: 'the load balancers',
  },
  /** Whether CloudWatch is asked what load balancers measure, which AWS charges for. */
  requestMetrics: {
    values: {
      NONE: { label: 'Off' },
      CLOUDWATCH: { label: 'On' },
    },
    isDeployed: false,
    act: 'request-metrics',
    call: 'request-metrics',
    summary:
      'Sets whether requests, latency and 5xx of each exposed port are read from CloudWatch, which AWS charges for.',
    field: 'requestMetrics',
    list: 'requestMetricsOptions',
    each: 'requestMetrics',
    described:
      'Whether requests, latency and 5xx of each exposed port are read from CloudWatch. Absent: they are not.',
    leftOut: 'NONE',
    form: 'setRequestMetrics',
    term: 'Request metrics',
    label: 'Read request metrics of exposed ports',
    hint: `Requests, latency and 5xx from CloudWatch every ${requestMetricsSeconds / 60} minutes, on the tab Usage. AWS charges about ${(requestMetricsPerHour(1) * hoursPerMonth).toFixed(2)} USD a month for each exposed port.`,
    submit: 'Save request metrics',
    saved: 'The setting of request metrics was saved.',
    fact: 'the request metrics',
  },
} as const satisfies Record<string, Choice>

export type Choices = typeof environmentChoices
export type ChoiceName = keyof Choices
/** Of one of these choices, if they are several. */
export type ChoiceValue<Name extends ChoiceName = ChoiceName> = Name extends ChoiceName
  ? keyof Choices[Name]['values'] & string
  : never

type NamesWith<Part> = { [Name in ChoiceName]: Choices[Name] extends Part ? Name : never }[ChoiceName]
export type DeployedChoice = NamesWith<{ isDeployed: true }>
type OtherChoice = Exclude<ChoiceName, DeployedChoice>
export type CreatedChoice = NamesWith<{ created: object }>

/** Values of some choices, by name. */
export type ChoiceValues<Names extends ChoiceName = ChoiceName> = { [Name in Names]: ChoiceValue<Name> }

export const choiceNames = Object.keys(environmentChoices) as ChoiceName[]

/** What is known of a choice, whichever it is. */
export const choiceOf = (name: ChoiceName): Choice => environmentChoices[name]

/** Choices that deployments bring, and those that take effect at once, in the order of the page. */
export const deployedChoices = choiceNames.filter((name) => choiceOf(name).isDeployed) as DeployedChoice[]
export const otherChoices = choiceNames.filter((name) => !choiceOf(name).isDeployed) as OtherChoice[]

/** Choices that a new environment is asked for. */
export const createdChoices = choiceNames.filter((name) => choiceOf(name).created) as CreatedChoice[]

export const valuesOf = <Name extends ChoiceName>(name: Name): ChoiceValue<Name>[] =>
  Object.keys(environmentChoices[name].values) as ChoiceValue<Name>[]

/** What a value is called where people choose it; a value of another release is called what it is. */
export const labelOf = (name: ChoiceName, value: string): string =>
  choiceOf(name).values[value]?.label ?? value

type Made<Names extends ChoiceName, Each> = { [Name in Names]: Each }

/** What is made of each of these choices, by its name; of all, if none are named. */
export const byChoice = <Each, Names extends ChoiceName = ChoiceName>(
  make: (name: Names, choice: Choice) => Each,
  names: readonly Names[] = choiceNames as Names[],
): Made<Names, Each> =>
  Object.fromEntries(names.map((name) => [name, make(name, choiceOf(name))])) as Made<Names, Each>

/** Values of these choices, by name. */
export const choose = <Names extends ChoiceName>(
  names: readonly Names[],
  valueOf: (name: Names) => ChoiceValue<Names>,
): ChoiceValues<Names> => byChoice(valueOf, names) as ChoiceValues<Names>

/** The choices of a row or a resource that deployments bring. */
export const deployedOf = (of: ChoiceValues<DeployedChoice>): ChoiceValues<DeployedChoice> =>
  choose(deployedChoices, (name) => of[name])

/** What setting a choice is called in the audit log. */
export const choiceActOf = ({ act }: Pick<Choices[ChoiceName], 'act'>) => `environment.set-${act}` as const

export const choiceActs = choiceNames.map((name) => choiceActOf(environmentChoices[name]))

/** What entries of the history are called that set choices which deployments bring. */
export const deployedActs = deployedChoices.map((name) => environmentChoices[name].act)
