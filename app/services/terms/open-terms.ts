import { notFound } from '../../../core/errors'
import { Terms, TermsOpening } from '../../../db/models/terms'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import type { Dependencies } from '../dependencies'

/** Notes that the actor has the terms in front of them; announced ones are then no longer announced. */
export function openTerms(dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> {
  return authorizedWrite(
    dependencies,
    actor,
    { access: 'terms-acceptance', reach: 'own-login' },
    async (actor) => {
      if (!(await Terms.findByPk(id, { attributes: ['id'] }))) throw notFound('The terms')
      const opening = { userId: actor.userId, termsId: id, openedAt: new Date(dependencies.clock.now()) }
      await TermsOpening.bulkCreate([opening], { ignoreDuplicates: true })
      return success
    },
  )
}
