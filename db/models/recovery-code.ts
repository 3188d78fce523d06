import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row'

/** Logs somebody in once in place of a code of their app; only its hash is kept, until it is used. */
export class RecoveryCode extends Row<RecoveryCode> {
  declare userId: string
  declare codeHash: string
  declare createdAt: Date
}

export const defineRecoveryCode = (sequelize: Sequelize) =>
  RecoveryCode.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      codeHash: { type: DataTypes.TEXT, primaryKey: true },
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'recovery_codes' },
  )
