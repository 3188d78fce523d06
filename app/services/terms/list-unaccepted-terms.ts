import { Op } from 'sequelize'
import { Terms, TermsAcceptance } from '../../../db/models/terms'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { findCurrentTerms, toTermsJson } from './get-terms'

/** The terms that the actor may still accept: those in force if they have to, then announced ones by their date. */
export async function listUnacceptedTerms(dependencies: Dependencies, actor: HumanActor) {
  const now = dependencies.clock.now()
  const current = actor.state === 'TERMS_UPDATE_NEEDED' ? await findCurrentTerms(dependencies) : null
  const [candidates, acceptances] = await Promise.all([
    Terms.findAll({
      where: {
        [Op.or]: [{ effectiveAt: { [Op.gt]: new Date(now) } }, ...(current ? [{ id: current.id }] : [])],
      },
      order: [['effectiveAt', 'ASC']],
    }),
    TermsAcceptance.findAll({ where: { userId: actor.userId }, attributes: ['termsId'] }),
  ])
  const accepted = new Set(acceptances.map(({ termsId }) => termsId))
  return {
    terms: candidates.filter(({ id }) => !accepted.has(id)).map((terms) => toTermsJson(terms, now)),
  }
}
