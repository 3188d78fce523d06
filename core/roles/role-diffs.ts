import type { RoleDiffs } from '../resources/aws-account'
import type { InstalledRole, RequiredRole } from './role'

/** How the installed role differs from the required one; what means the same to IAM is no difference. */
export function diffRole(required: RequiredRole, installed: InstalledRole | undefined): RoleDiffs {
  if (!installed) return missingRole
  const requiredPolicies = new Map(required.policies.map(({ name, definition }) => [name, definition]))
  const installedPolicies = new Map(Object.entries(installed.inlinePolicies))
  return {
    roleMissing: false,
    assumePolicyMissmatch: !isSamePolicy(required.assumePolicy.definition, installed.assumePolicy),
    pathMissmatch: required.path !== installed.path,
    missingInlinePolicies: without(requiredPolicies.keys(), installedPolicies.keys()),
    missmatchingInlinePolicies: [...requiredPolicies]
      .filter(
        ([name, policy]) => installedPolicies.has(name) && !isSamePolicy(policy, installedPolicies.get(name)),
      )
      .map(([name]) => name),
    extraInlinePolicies: without(installedPolicies.keys(), requiredPolicies.keys()),
    missingManagedPolicies: without(required.managedPolicies, installed.managedPolicies),
    extraManagedPolicies: without(installed.managedPolicies, required.managedPolicies),
  }
}

/** Differences of a role that is not there. */
export const missingRole: RoleDiffs = {
  roleMissing: true,
  assumePolicyMissmatch: false,
  pathMissmatch: false,
  missingInlinePolicies: [],
  missmatchingInlinePolicies: [],
  extraInlinePolicies: [],
  missingManagedPolicies: [],
  extraManagedPolicies: [],
}

export const hasDiffs = (diffs: RoleDiffs): boolean =>
  Object.values(diffs).some((diff) => (Array.isArray(diff) ? diff.length > 0 : diff))

const without = (these: Iterable<string>, those: Iterable<string>): string[] => {
  const excluded = new Set(those)
  return [...these].filter((name) => !excluded.has(name)).sort()
}

const isSamePolicy = (a: unknown, b: unknown) => JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

/**
 * Canonical form of a policy: IAM reads its lists as sets, a single entry as a list of one, and booleans and
 * numbers as the strings they look like.
 */
const canonical = (value: unknown): unknown =>
  Array.isArray(value) ? sorted(value.map(canonicalEntry)) : [canonicalEntry(value)]

const canonicalEntry = (entry: unknown): unknown =>
  entry !== null && typeof entry === 'object'
    ? Object.fromEntries(sorted(Object.entries(entry).map(([key, value]) => [key, canonical(value)])))
    : String(entry)

const sorted = <T>(entries: T[]): T[] =>
  entries
    .map((entry) => ({ entry, text: JSON.stringify(entry) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ entry }) => entry)
