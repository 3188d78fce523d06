import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row'

/** That somebody asked for a link to set a new password, until it was looked whether the address is anybody's. */
export class PasswordResetRequest extends Row<PasswordResetRequest> {
  declare id: string
  /** Sealed. */
  declare address: string
  declare createdAt: Date
}

export const definePasswordResetRequest = (sequelize: Sequelize) =>
  PasswordResetRequest.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      address: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'password_reset_requests' },
  )
