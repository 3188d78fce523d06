import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** A second factor of a person: the key shared with an authenticator app; pending until a code of it was seen. */
export class AuthenticatorToken extends Row<AuthenticatorToken> {
  declare id: string
  declare userId: string
  declare secret: string
  declare createdAt: CreationOptional<Date>
  declare activatedAt: CreationOptional<Date | null>
  declare lastUsedAt: CreationOptional<Date | null>
  declare lastUsedStep: CreationOptional<number | null>
}

export const defineAuthenticatorToken = (sequelize: Sequelize) =>
  AuthenticatorToken.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userId: DataTypes.UUID,
      secret: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
      activatedAt: DataTypes.DATE,
      lastUsedAt: DataTypes.DATE,
      lastUsedStep: DataTypes.INTEGER,
    },
    { sequelize, tableName: 'authenticator_tokens' },
  )
