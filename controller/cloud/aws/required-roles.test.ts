import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requiredRoles } from '../../../core/roles/required-roles'
import type { PolicyStatement, RequiredRole } from '../../../core/roles/role'
import { hostileRequests } from '../../../tests/builders/role-requests/hostile-requests'
import {
  accountNumber,
  ownRequests,
  type RoleRequest,
} from '../../../tests/builders/role-requests/own-requests'
import { allowsAction } from '../../../simulator/policies/policy'

const roles = requiredRoles({
  accountNumber,
  externalId: 'external',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
})
const allOwn = Object.values(ownRequests).flat()

const documentsOf = (role: RequiredRole) => role.policies.map(({ definition }) => definition)
const allows = (request: RoleRequest, present = roles): boolean =>
  present.some(
    ({ name, ...role }) => name === request.role && allowsAction(documentsOf({ name, ...role }), request),
  )
const say = (request: RoleRequest) => `${request.role}: ${request.action} on ${request.resource.arn}`

interface Variant {
  what: string
  roles: RequiredRole[]
}

const listOf = (value: string | string[] | undefined) => [value ?? []].flat()

/** The roles with one statement changed, once for each change that `change` knows of a statement. */
const variants = (change: (statement: PolicyStatement) => [string, PolicyStatement][]): Variant[] =>
  roles.flatMap((role, roleIndex) =>
    role.policies.flatMap(({ definition }, policyIndex) =>
      definition.Statement.flatMap((statement, index) =>
        change(statement).map(([what, changed]): Variant => {
          const copy = structuredClone(roles)
          const statements = copy[roleIndex]?.policies[policyIndex]?.definition.Statement
          statements?.splice(index, 1, changed)
          return { what: `${role.name}/${statement.Sid} ${what}`, roles: copy }
        }),
      ),
    ),
  )

/** Every call of the SDK that stands in an import, as AWS's policies name it. */
function importedCalls(): string[] {
  const services: Record<string, string> = {
    'elastic-load-balancing-v2': 'elasticloadbalancing',
    eventbridge: 'events',
    'route-53': 'route53',
    'cloudwatch-logs': 'logs',
    'secrets-manager': 'secretsmanager',
    'service-quotas': 'servicequotas',
  }
  const sources = [
    'controller/cloud/aws',
    'agent/credentials',
    'agent/output',
    'agent/registries',
    'agent/secrets',
  ].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const imports = sources.flatMap((source) => [
    ...source.matchAll(/\{([^}]*)\} (?:from |=\s+await import\()'@aws-sdk\/client-([\w-]+)'/g),
  ])
  return imports.flatMap(([, names = '', client = '']) =>
    [...names.matchAll(/\b(?:(\w+)Command|paginate(\w+))\b/g)].map(
      ([, command, paginated]) => `${services[client] ?? client}:${command ?? paginated}`,
    ),
  )
}

describe('the required roles', () => {
  it('are asked for every call that the program makes, and for no other', () => {
    expect(Object.keys(ownRequests).sort()).toEqual([...new Set(importedCalls())].sort())
  })

  it.each(Object.entries(ownRequests))('allow %s as we call it', (_call, requests) => {
    expect(requests.filter((request) => !allows(request)).map(say)).toEqual([])
  })

  it('allow no hostile request', () => {
    expect(hostileRequests.filter((request) => allows(request)).map(({ gain }) => gain)).toEqual([])
  })

  it('have no condition that could be left out without letting a hostile request in', () => {
    const withoutOne = variants((statement) =>
      Object.entries(statement.Condition ?? {}).flatMap(([operator, operands]) =>
        Object.keys(operands).map((key): [string, PolicyStatement] => {
          const others = Object.fromEntries(Object.entries(operands).filter(([other]) => other !== key))
          return [
            `without ${operator} ${key}`,
            { ...statement, Condition: { ...statement.Condition, [operator]: others } },
          ]
        }),
      ),
    )
    expect(withoutOne.length).toBeGreaterThan(20)
    const harmless = withoutOne.filter(
      ({ roles }) => !hostileRequests.some((request) => allows(request, roles)),
    )
    expect(harmless.map(({ what }) => what)).toEqual([])
  })

  it('name no resource that could be wider without letting a hostile request in', () => {
    const widened = variants((statement) =>
      listOf(statement.Resource).includes('*') ? [] : [['everywhere', { ...statement, Resource: '*' }]],
    )
    const harmless = widened.filter(({ roles }) => !hostileRequests.some((request) => allows(request, roles)))
    expect(harmless.map(({ what }) => what)).toEqual([])
  })

  it('allow no action on no resource that we do not need', () => {
    const narrowed = variants((statement) => [
      ...listOf(statement.Action).map((left): [string, PolicyStatement] => [
        `without ${left}`,
        { ...statement, Action: listOf(statement.Action).filter((action) => action !== left) },
      ]),
      ...listOf(statement.Resource).map((left): [string, PolicyStatement] => [
        `without ${left}`,
        { ...statement, Resource: listOf(statement.Resource).filter((resource) => resource !== left) },
      ]),
    ])
    const superfluous = narrowed.filter(({ roles }) => allOwn.every((request) => allows(request, roles)))
    expect(superfluous.map(({ what }) => what)).toEqual([])
  })
})
