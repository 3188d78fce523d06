import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requiredRoles } from './required-roles'
import type { InstalledRole, RequiredRole } from './role'
import { diffRole, hasDiffs } from './role-diffs'

const roles = requiredRoles({
  accountNumber: '111122223333',
  externalId: 'ext-1',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
}).map((role) => ({
  ...role,
  managedPolicies: ['arn:aws:iam::aws:policy/One', 'arn:aws:iam::aws:policy/Two'],
}))

const anyRole = fc.constantFrom(...roles)

const install = (role: RequiredRole): InstalledRole => ({
  name: role.name,
  path: role.path,
  assumePolicy: structuredClone(role.assumePolicy.definition),
  inlinePolicies: Object.fromEntries(
    role.policies.map(({ name, definition }) => [name, structuredClone(definition)]),
  ),
  managedPolicies: [...role.managedPolicies],
})

/** The same value spelled otherwise: keys and lists in another order, one-element lists as their element and back. */
function respell(value: unknown, random: () => number): unknown {
  const shuffle = <T>(items: T[]) =>
    items
      .map((item) => ({ item, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item)
  if (Array.isArray(value)) {
    const items = shuffle(value.map((item) => (typeof item === 'string' ? item : respell(item, random))))
    return items.length === 1 && random() < 0.5 ? items[0] : items
  }
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      shuffle(Object.entries(value).map(([key, item]) => [key, respell(item, random)])),
    )
  return random() < 0.3 ? [value] : value
}

interface Leaf {
  holder: Record<string | number, unknown>
  key: string | number
}

/** Every string in a document, with where it stands. */
function leavesOf(value: unknown): Leaf[] {
  if (value === null || typeof value !== 'object') return []
  const holder = value as Record<string, unknown>
  return Object.entries(holder).flatMap(([key, entry]) =>
    typeof entry === 'string' ? [{ holder, key }] : leavesOf(entry),
  )
}

const pick = <T>(items: T[], seed: number): T => {
  const item = items[seed % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** One change each, of a kind that a person could make in the console. */
const mutations: Record<string, (role: InstalledRole, seed: number) => void> = {
  'a word in a policy': (role, seed) => {
    const { holder, key } = pick(leavesOf(role.inlinePolicies), seed)
    holder[key] = `${String(holder[key])}x`
  },
  'a word in the trust policy': (role, seed) => {
    const { holder, key } = pick(leavesOf(role.assumePolicy), seed)
    holder[key] = `${String(holder[key])}x`
  },
  'a statement less': (role, seed) => {
    const policy = pick(Object.values(role.inlinePolicies), seed) as { Statement: unknown[] }
    policy.Statement.splice(seed % policy.Statement.length, 1)
  },
  'a statement more': (role, seed) => {
    const policy = pick(Object.values(role.inlinePolicies), seed) as { Statement: unknown[] }
    policy.Statement.push({ Effect: 'Allow', Action: '*', Resource: '*' })
  },
  'a policy less': (role, seed) => {
    const name = pick(Object.keys(role.inlinePolicies), seed)
    role.inlinePolicies = Object.fromEntries(
      Object.entries(role.inlinePolicies).filter(([key]) => key !== name),
    )
  },
  'a policy more': (role) => {
    role.inlinePolicies['by-hand'] = { Version: '2012-10-17', Statement: [] }
  },
  'a managed policy less': (role, seed) => {
    role.managedPolicies.splice(seed % role.managedPolicies.length, 1)
  },
  'a managed policy more': (role) => {
    role.managedPolicies.push('arn:aws:iam::aws:policy/AdministratorAccess')
  },
  'another path': (role) => {
    role.path = '/'
  },
}

describe('role diffs', () => {
  it('finds none between a role and itself, however its policies are spelled', () => {
    fc.assert(
      fc.property(
        anyRole,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (role, stream) => {
          const random = () => stream.next().value as number
          const installed = install(role)
          const respelled: InstalledRole = {
            ...installed,
            assumePolicy: respell(installed.assumePolicy, random),
            inlinePolicies: respellEach(installed.inlinePolicies, random),
            managedPolicies: [...installed.managedPolicies].reverse(),
          }
          expect(hasDiffs(diffRole(role, respelled))).toBe(false)
        },
      ),
    )
  })

  it.each(Object.entries(mutations))('finds %s', (_name, mutate) => {
    fc.assert(
      fc.property(anyRole, fc.nat(), (role, seed) => {
        const installed = install(role)
        mutate(installed, seed)
        expect(hasDiffs(diffRole(role, installed))).toBe(true)
      }),
    )
  })

  it('says what differs, by name', () => {
    const role = roles[0] as RequiredRole
    const installed = install(role)
    installed.inlinePolicies = { other: {} }
    installed.managedPolicies = ['arn:aws:iam::aws:policy/One', 'arn:aws:iam::aws:policy/Three']
    installed.path = '/'
    expect(diffRole(role, installed)).toEqual({
      roleMissing: false,
      assumePolicyMissmatch: false,
      pathMissmatch: true,
      missingInlinePolicies: ['read-application-roles', 'read-sdo-roles'],
      missmatchingInlinePolicies: [],
      extraInlinePolicies: ['other'],
      missingManagedPolicies: ['arn:aws:iam::aws:policy/Two'],
      extraManagedPolicies: ['arn:aws:iam::aws:policy/Three'],
    })
  })

  it('says of an absent role only that it is missing', () => {
    const diffs = diffRole(roles[0] as RequiredRole, undefined)
    expect(diffs.roleMissing).toBe(true)
    expect(hasDiffs(diffs)).toBe(true)
    expect(hasDiffs({ ...diffs, roleMissing: false })).toBe(false)
  })

  it('reads booleans as IAM does', () => {
    const role = structuredClone(roles[0]) as RequiredRole
    const installed = install(role)
    const [statement] = role.assumePolicy.definition.Statement
    if (statement) statement.Condition = { Bool: { 'aws:SecureTransport': 'true' } }
    installed.assumePolicy = {
      Version: '2012-10-17',
      Statement: { ...statement, Condition: { Bool: { 'aws:SecureTransport': true } } },
    }
    expect(diffRole(role, installed).assumePolicyMissmatch).toBe(false)
  })
})

const respellEach = (policies: Record<string, unknown>, random: () => number) =>
  Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, respell(policy, random)]))
