import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

interface AcceptedTermsRow {
  id: string
  effectiveAt: Date
  acceptedAt: Date
}

interface AccountRow {
  shouldReceiveAnnouncements: boolean
  numAwsAccounts: number
  numEnvironments: number
}

const selectAcceptedTerms = `
  SELECT t.id, t.effective_at AS "effectiveAt", a.accepted_at AS "acceptedAt"
  FROM terms_acceptances a JOIN terms t ON t.id = a.terms_id
  WHERE a.user_id = $1 ORDER BY a.accepted_at DESC`

const selectAccount = `
  SELECT should_receive_announcements AS "shouldReceiveAnnouncements",
    (SELECT count(*)::integer FROM aws_accounts WHERE team_id = u.team_id) AS "numAwsAccounts",
    (SELECT count(*)::integer FROM environments WHERE team_id = u.team_id) AS "numEnvironments"
  FROM users u WHERE id = $1`

/** The actor's own choices and terms, and what the team still has. */
export async function getAccount({ sequelize }: Dependencies, { userId, isAdmin }: HumanActor) {
  const [acceptedTerms, [account]] = await Promise.all([
    select<AcceptedTermsRow>(sequelize, selectAcceptedTerms, [userId]),
    select<AccountRow>(sequelize, selectAccount, [userId]),
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
    isAdmin,
  }
}
