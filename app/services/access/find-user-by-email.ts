import { col, fn, where } from 'sequelize'
import { tidyEmail } from '../../input/email-address'
import { User } from '../../../db/models/user'

/** The user with the address `email`, however it is written. Postgres alone says what is upper and lower case, as in the unique index. */
export const findUserByEmail = (email: string): Promise<User | null> =>
  User.findOne({ where: where(fn('lower', col('email')), fn('lower', tidyEmail(email))) })
