import { Op } from 'sequelize'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Terms } from '../../../db/models/terms'
import type { Dependencies } from '../dependencies'
import { findAnnouncedTerms as findAnnounced } from '../../../db/queries/terms'
import type { HumanActor } from '../actor/actor'

/** Id and date of the terms in force; null before the first ones. */
export const findCurrentTerms = ({ clock }: Pick<Dependencies, 'clock'>) =>
  Terms.findOne({
    attributes: ['id', 'effectiveAt'],
    where: { effectiveAt: { [Op.lte]: new Date(clock.now()) } },
    order: [['effectiveAt', 'DESC']],
  })

/** The terms `id`, or those in force without one. `futureEffectiveEpoch` is null once they are in force. */
export async function getTerms({ clock }: Dependencies, id = '') {
  const wanted = id || (await findCurrentTerms({ clock }))?.id
  const terms = wanted && isUuid(wanted) && (await Terms.findByPk(wanted))
  if (!terms) throw notFound('The terms')
  return toTermsJson(terms, clock.now())
}

/** Terms as pages and calls show them, at `now` in milliseconds. */
export function toTermsJson({ id, content, effectiveAt }: Terms, now: number) {
  const effectiveEpoch = effectiveAt.getTime()
  return { id, content, futureEffectiveEpoch: effectiveEpoch > now ? effectiveEpoch : null }
}

/** The next terms that are going to be in force and that the actor has neither opened nor accepted. */
export async function findAnnouncedTerms(
  { sequelize, clock }: Dependencies,
  { userId }: HumanActor,
): Promise<{ id: string; futureEffectiveEpoch: number } | undefined> {
  const terms = await findAnnounced(sequelize, userId, new Date(clock.now()))
  return terms && { id: terms.id, futureEffectiveEpoch: terms.effectiveAt.getTime() }
}
