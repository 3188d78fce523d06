import type { InstalledRole } from '../core/roles/role'
import type { AccountState } from './state'
import type { World } from './world'

/** Tells that a role is about to be another one, or none: for a while, services of AWS still know it as it was. */
export function recordRoleChange(world: World, account: AccountState, name: string): void {
  const { clock, faults, timings } = world
  if (timings.roleLagMs === 0) return
  const role = roleInEffect(world, account, name)
  const untilEpoch = clock.now() + faults.upTo(timings.roleLagMs)
  account.formerRoles = { ...account.formerRoles, [name]: { ...(role && { role }), untilEpoch } }
}

/** The role as services of AWS know it by now. */
export function roleInEffect(
  { clock }: Pick<World, 'clock'>,
  account: AccountState,
  name: string,
): InstalledRole | undefined {
  const former = account.formerRoles?.[name]
  return former && clock.now() < former.untilEpoch ? former.role : account.roles[name]
}
