import { QueryTypes } from 'sequelize'
import type { User } from '../../../db/models/user'
import type { Dependencies } from '../dependencies'
import type { HumanActor } from './actor'
import { authenticationStateOf } from './authentication-state'
import { hasAcceptedTerms, joinTermsInForce } from './terms-in-force'

/** Where a person stands in logging in. */
export async function readAuthenticationState(
  { sequelize, clock }: Pick<Dependencies, 'sequelize' | 'clock'>,
  { id, verifiedAt, forcePasswordChange }: User,
): Promise<HumanActor['state']> {
  const [terms] = await sequelize.query<{ hasAcceptedTerms: boolean }>(
    `SELECT ${hasAcceptedTerms} AS "hasAcceptedTerms" FROM users u ${joinTermsInForce} WHERE u.id = $2`,
    { bind: [new Date(clock.now()), id], type: QueryTypes.SELECT },
  )
  return authenticationStateOf({
    verifiedAt,
    forcePasswordChange,
    hasAcceptedTerms: terms?.hasAcceptedTerms ?? false,
  })
}
