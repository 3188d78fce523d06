import { Op } from 'sequelize'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { Terms } from '../../../db/models/terms'
import { TermsAcceptance } from '../../../db/models/terms-acceptance'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'

/** The actor's own choices and terms, and what the team still has. */
export async function getAccount(_dependencies: Dependencies, actor: HumanActor) {
  const where = { teamId: actor.teamId }
  const [user, acceptances, numAwsAccounts, numEnvironments] = await Promise.all([
    User.findByPk(actor.userId),
    TermsAcceptance.findAll({ where: { userId: actor.userId }, order: [['acceptedAt', 'DESC']] }),
    AwsAccount.count({ where }),
    Environment.count({ where }),
  ])
  const terms = await Terms.findAll({
    where: { id: { [Op.in]: acceptances.map(({ termsId }) => termsId) } },
    attributes: ['id', 'effectiveAt'],
  })
  return {
    historicalTerms: acceptances.map(({ termsId, acceptedAt }) => ({
      id: termsId,
      effectiveDateEpoch: terms.find(({ id }) => id === termsId)?.effectiveAt.getTime() ?? 0,
      acceptedDateEpoch: acceptedAt.getTime(),
    })),
    numAwsAccounts,
    numEnvironments,
    shouldReceiveAnnouncements: user?.shouldReceiveAnnouncements ?? false,
    isAdmin: actor.isAdmin,
  }
}
