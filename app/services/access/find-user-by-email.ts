import { col, fn, where } from 'sequelize'
import { tidyEmail } from '../../input/email-address'
import { User } from '../../../db/models/user'
import { firstClaim } from '../../../db/queries/addresses'

/**
 * The user with the address `email`, however it is written: who proved it, and before that the first of those who say that it is theirs.
 * Postgres alone says what is upper and lower case, as in the index.
 */
export const findUserByEmail = (email: string): Promise<User | null> =>
  User.findOne({
    where: where(fn('lower', col('email')), fn('lower', tidyEmail(email))),
    order: firstClaim,
  })
