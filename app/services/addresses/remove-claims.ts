import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'
import { lockRivals, lockStaleClaims, type Claim } from '../../../db/queries/addresses'
import { inTransaction } from '../../../db/transaction'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { dayMilliseconds } from '../../../core/time/durations'

/** How long somebody may take to prove an address. */
const claimMilliseconds = {
  /** Of a registration. */
  registered: dayMilliseconds,
  /** Of a person whom a team added: they keep the address from nobody, and may be on holiday. */
  added: 7 * dayMilliseconds,
} as const

/** Removes everybody else who said that the address of `owner` is theirs. For the transaction in which `owner` proves it. */
export async function removeRivals(dependencies: Dependencies, owner: User): Promise<void> {
  const rivals = await lockRivals(dependencies.sequelize, owner.email, owner.id)
  for (const rival of rivals) await removeClaim(dependencies, rival, 'the address was proved elsewhere')
}

type Removing = Pick<Dependencies, 'sequelize' | 'clock'>

/**
 * Removes some of those who did not prove their address in time. Several processes may do it at once.
 *
 * @returns how many
 */
export function removeStaleClaims(dependencies: Removing, limit: number): Promise<number> {
  const { sequelize, clock } = dependencies
  const before = (milliseconds: number) => new Date(clock.now() - milliseconds)
  return inTransaction(sequelize, async () => {
    const stale = await lockStaleClaims(sequelize, {
      registered: before(claimMilliseconds.registered),
      added: before(claimMilliseconds.added),
      now: before(0),
      limit,
    })
    for (const claim of stale) await removeClaim(dependencies, claim, 'the address was not proved in time')
    return stale.length
  })
}

/** A registration goes with its team, which nobody else is in; of somebody who was added, the team keeps a note. */
async function removeClaim(dependencies: Removing, claim: Claim, because: string): Promise<void> {
  const { id, teamId, name, email, hasColleagues } = claim
  if (!hasColleagues) return void (await Team.destroy({ where: { id: teamId } }))
  await User.destroy({ where: { id } })
  await recordAudit(
    dependencies,
    { kind: 'human', userId: id, teamId, name, email },
    { action: 'user.lapse', target: claim, before: { email }, after: { because } },
  )
}
