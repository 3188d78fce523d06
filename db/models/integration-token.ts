import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A long-lived token of an integration user; only its hash is kept. */
export class IntegrationToken extends Row<IntegrationToken> {
  declare id: string
  declare integrationUserId: string
  declare tokenHash: string
  declare maskedToken: string
  declare expiresAt: Date
  declare lastUsedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
}

export const defineIntegrationToken = (sequelize: Sequelize) =>
  IntegrationToken.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      integrationUserId: DataTypes.UUID,
      tokenHash: DataTypes.TEXT,
      maskedToken: DataTypes.TEXT,
      expiresAt: DataTypes.DATE,
      lastUsedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'integration_tokens' },
  )
