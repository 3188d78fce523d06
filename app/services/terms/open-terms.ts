import { notFound } from '../../../core/errors'
import { Terms } from '../../../db/models/terms'
import { TermsOpening } from '../../../db/models/terms-opening'
import { inTransaction } from '../../../db/transaction'
import { requireOwnUser } from '../accounts/require-own-user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'

/** Notes that the actor has the terms in front of them; announced ones are then no longer announced. */
export function openTerms(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  return inTransaction(sequelize, async () => {
    if (!(await Terms.findByPk(id, { attributes: ['id'] }))) throw notFound('The terms')
    await requireOwnUser(actor)
    const opening = { userId: actor.userId, termsId: id, openedAt: new Date(clock.now()) }
    await TermsOpening.bulkCreate([opening], { ignoreDuplicates: true })
    return success
  })
}
