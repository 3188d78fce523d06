import { col, fn, where } from 'sequelize'
import { User } from '../../../db/models/user'

/** Whose address `email` is, however it is written. */
export const findUserByEmail = (email: string): Promise<User | null> =>
  User.findOne({ where: where(fn('lower', col('email')), email.trim().toLowerCase()) })
