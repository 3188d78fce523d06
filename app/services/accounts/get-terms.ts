import { Op } from 'sequelize'
import { notFound } from '../../../core/errors'
import { Terms } from '../../../db/models/terms'
import type { Dependencies } from '../dependencies'

/** The terms in force; undefined before the first ones. */
export const findCurrentTerms = ({ clock }: Pick<Dependencies, 'clock'>) =>
  Terms.findOne({
    where: { effectiveAt: { [Op.lte]: new Date(clock.now()) } },
    order: [['effectiveAt', 'DESC']],
  })

/** The terms `id`, or those in force without one. `futureEffectiveEpoch` is null once they are in force. */
export async function getTerms({ clock }: Dependencies, id = '') {
  const terms = id ? await Terms.findByPk(id) : await findCurrentTerms({ clock })
  if (!terms) throw notFound('The terms')
  const effectiveEpoch = terms.effectiveAt.getTime()
  return {
    id: terms.id,
    content: terms.content,
    futureEffectiveEpoch: effectiveEpoch > clock.now() ? effectiveEpoch : null,
  }
}
