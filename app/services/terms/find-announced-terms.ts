import { findAnnouncedTerms as findAnnounced } from '../../../db/queries/terms'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The next terms that are going to be in force and that the actor has neither opened nor accepted. */
export async function findAnnouncedTerms(
  { sequelize, clock }: Dependencies,
  { userId }: HumanActor,
): Promise<{ id: string; futureEffectiveEpoch: number } | undefined> {
  const terms = await findAnnounced(sequelize, userId, new Date(clock.now()))
  return terms && { id: terms.id, futureEffectiveEpoch: terms.effectiveAt.getTime() }
}
