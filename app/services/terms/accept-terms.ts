import { accountMessages } from '../../messages/account-messages'
import { DomainError, notFound } from '../../../core/errors'
import { Terms, TermsAcceptance } from '../../../db/models/terms'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { findCurrentTerms } from './get-terms'

/**
 * Notes that the actor accepts the terms in force, or announced ones ahead of time. The first time counts.
 *
 * @throws DomainError `conflict` for terms that newer ones have replaced
 */
export function acceptTerms(dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> {
  const { clock } = dependencies
  return authorizedWrite(
    dependencies,
    actor,
    { access: 'terms-acceptance', reach: 'own-login' },
    async (actor) => {
      const terms = await Terms.findByPk(id, { attributes: ['id', 'effectiveAt'] })
      if (!terms) throw notFound('The terms')
      const current = await findCurrentTerms(dependencies)
      if (current && terms.id !== current.id && terms.effectiveAt <= current.effectiveAt)
        throw new DomainError('conflict', accountMessages.termsOutdated)
      const acceptance = { userId: actor.userId, termsId: id, acceptedAt: new Date(clock.now()) }
      if (await TermsAcceptance.findOne({ where: { userId: actor.userId, termsId: id } })) return success
      await TermsAcceptance.create(acceptance)
      await recordAudit(dependencies, actor, {
        action: 'user.accept-terms',
        target: { id: actor.userId, name: actor.name },
        after: { termsId: id },
      })
      return success
    },
  )
}
