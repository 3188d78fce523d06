import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The next terms that are going to be in force and that the actor has neither opened nor accepted. */
export async function findAnnouncedTerms(
  { sequelize, clock }: Dependencies,
  { userId }: HumanActor,
): Promise<{ id: string; futureEffectiveEpoch: number } | undefined> {
  const [terms] = await select<{ id: string; effectiveAt: Date }>(
    sequelize,
    `SELECT id, effective_at AS "effectiveAt" FROM terms
     WHERE effective_at > $1
       AND id NOT IN (SELECT terms_id FROM terms_openings WHERE user_id = $2)
       AND id NOT IN (SELECT terms_id FROM terms_acceptances WHERE user_id = $2)
     ORDER BY effective_at LIMIT 1`,
    [new Date(clock.now()), userId],
  )
  return terms && { id: terms.id, futureEffectiveEpoch: terms.effectiveAt.getTime() }
}
