import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row'

/** Somebody whose password was right and whose code is still to come; only the hash of its token is kept. */
export class LoginChallenge extends Row<LoginChallenge> {
  declare id: string
  declare userId: string
  declare tokenHash: string
  declare expiresAt: Date
}

export const defineLoginChallenge = (sequelize: Sequelize) =>
  LoginChallenge.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userId: DataTypes.UUID,
      tokenHash: DataTypes.TEXT,
      expiresAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'login_challenges' },
  )
