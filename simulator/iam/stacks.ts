import type { InstalledRole } from '../../core/roles/role'
import { readTemplate } from './cloudformation'
import { recordRoleChange } from '../role-changes'
import { removeThing } from '../things'
import { emptyAccount, type AccountState } from '../state'
import type { World } from '../world'

/** The account as it is, or a new one with nothing in it: to the world outside every 12-digit number may be one. */
export function ensureAccount(world: World, accountNumber: string): AccountState {
  if (!/^\d{12}$/.test(accountNumber)) throw new Error('An AWS account number has 12 digits.')
  const { accounts } = world.state
  return (accounts[accountNumber] ??= emptyAccount(accountNumber))
}

/**
 * Applies a template, once or again: its roles are then exactly as it says, also where somebody changed them, and what
 * an earlier template of the stack made and this one does not is gone.
 * @throws TemplateError
 */
export function installStack(
  world: World,
  accountNumber: string,
  template: unknown,
  stackName: string,
): void {
  const { roles, instanceProfiles } = readTemplate(template, accountNumber)
  const account = ensureAccount(world, accountNumber)
  for (const { name } of roles) recordRoleChange(world, account, name)
  removeStack(world, account, stackName)
  for (const role of roles) account.roles[role.name] = role
  for (const profile of instanceProfiles) account.instanceProfiles[profile.name] = profile
  account.stacks[stackName] = {
    installedEpoch: world.clock.now(),
    roleNames: roles.map(({ name }) => name),
    instanceProfileNames: instanceProfiles.map(({ name }) => name),
  }
}

/** Deletes a stack with its roles. A stack that is not there is fine. */
export function removeStack(world: World, account: AccountState, stackName: string): void {
  const stack = account.stacks[stackName]
  if (!stack) return
  for (const name of stack.roleNames) removeRole(world, account, name)
  for (const name of stack.instanceProfileNames) removeThing(account.instanceProfiles, name)
  removeThing(account.stacks, stackName)
}

/** The changes that a person may make to a role in the console. */
export type RoleChange = Partial<Omit<InstalledRole, 'name'>>

/** Changes a role behind the stack's back, or makes it. */
export function changeRole(world: World, account: AccountState, name: string, change: RoleChange): void {
  recordRoleChange(world, account, name)
  const present = account.roles[name] ?? {
    name,
    path: '/',
    assumePolicy: {},
    inlinePolicies: {},
    managedPolicies: [],
  }
  account.roles[name] = { ...present, ...change }
}

export function removeRole(world: World, account: AccountState, name: string): void {
  if (account.roles[name]) recordRoleChange(world, account, name)
  removeThing(account.roles, name)
  for (const profile of Object.values(account.instanceProfiles))
    profile.roleNames = profile.roleNames.filter((roleName) => roleName !== name)
}
