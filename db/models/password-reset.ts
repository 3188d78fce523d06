import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** The link that lets a person set a new password, one per person; only the hash of its token is kept. */
export class PasswordReset extends Row<PasswordReset> {
  declare userId: string
  declare tokenHash: string
  declare expiresAt: Date
  declare sentAt: CreationOptional<Date[]>
}

export const definePasswordReset = (sequelize: Sequelize) =>
  PasswordReset.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      tokenHash: DataTypes.TEXT,
      expiresAt: DataTypes.DATE,
      sentAt: DataTypes.ARRAY(DataTypes.DATE),
    },
    { sequelize, tableName: 'password_resets' },
  )
