import { hasAcceptedTerms } from '../../../db/queries/terms'
import type { User } from '../../../db/models/user'
import type { Dependencies } from '../dependencies'
import type { HumanActor } from './actor'
import { authenticationStateOf } from './authentication-state'

/** Where a person stands in logging in. */
export async function readAuthenticationState(
  { sequelize, clock }: Pick<Dependencies, 'sequelize' | 'clock'>,
  { id, verifiedAt, forcePasswordChange }: User,
): Promise<HumanActor['state']> {
  return authenticationStateOf({
    verifiedAt,
    forcePasswordChange,
    hasAcceptedTerms: await hasAcceptedTerms(sequelize, id, new Date(clock.now())),
  })
}
