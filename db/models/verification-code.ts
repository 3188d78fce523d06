import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** The code that proves a user's e-mail address; one per user. */
export class VerificationCode extends Row<VerificationCode> {
  declare userId: string
  declare codeHash: string
  declare attempts: CreationOptional<number>
  declare expiresAt: Date
  /** When codes were sent of late. */
  declare sentAt: CreationOptional<Date[]>
}

export const defineVerificationCode = (sequelize: Sequelize) =>
  VerificationCode.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      codeHash: DataTypes.TEXT,
      attempts: DataTypes.INTEGER,
      expiresAt: DataTypes.DATE,
      sentAt: DataTypes.ARRAY(DataTypes.DATE),
    },
    { sequelize, tableName: 'verification_codes' },
  )
