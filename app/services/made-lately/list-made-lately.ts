import { z } from 'zod'
import { listMadeThings, type MadeThing } from '../../../db/queries/made-lately'
import { opensTo } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { absoluteMilliseconds } from '../actor/session-limits'
import type { Dependencies } from '../dependencies'

/** Things that one list names, the newest: more are on the pages of their kinds. */
export const mostListed = 100

export const madeThingSchema = z.object({
  kind: z.enum(['token', 'trust', 'person', 'webhook']),
  id: z.string(),
  name: z.string(),
  createdEpoch: z.int(),
})
export type MadeThingJson = z.infer<typeof madeThingSchema>

/** Tokens, trusts, people and the webhook that were made with the actor's login for as long as a session can last, and are still there. */
export async function findMadeLately(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
): Promise<MadeThing[]> {
  // Who is no admin any more has none to end.
  if (!opensTo(actor, 'admin')) return []
  const { teamId, userId } = actor
  const since = new Date(clock.now() - absoluteMilliseconds)
  return listMadeThings(sequelize, { teamId, userId, since, limit: mostListed })
}

/** The same, as the portal and `/v1` say it. */
export const listMadeLately = async (
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<MadeThingJson[]> =>
  (await findMadeLately(dependencies, actor)).map(({ createdAt, ...thing }) => ({
    ...thing,
    createdEpoch: createdAt.getTime(),
  }))
