import { findAccount } from '../../../db/queries/people'
import { listAcceptedTerms } from '../../../db/queries/terms'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** The actor's own choices and terms, and what the team still has. */
export async function getAccount({ sequelize }: Dependencies, { userId, isAdmin }: HumanActor) {
  const [acceptedTerms, account] = await Promise.all([
    listAcceptedTerms(sequelize, userId),
    findAccount(sequelize, userId),
  ])
  return {
    historicalTerms: acceptedTerms.map(({ id, effectiveAt, acceptedAt }) => ({
      id,
      effectiveDateEpoch: effectiveAt.getTime(),
      acceptedDateEpoch: acceptedAt.getTime(),
    })),
    numAwsAccounts: account?.numAwsAccounts ?? 0,
    numEnvironments: account?.numEnvironments ?? 0,
    shouldReceiveAnnouncements: account?.shouldReceiveAnnouncements ?? false,
    unwantedMails: account?.unwantedMails ?? [],
    isAdmin,
    ...(account?.teamName && { teamName: account.teamName }),
  }
}
