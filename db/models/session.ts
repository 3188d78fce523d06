import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A signed-in person or integration; only the hash of its token is kept. */
export class Session extends Row<Session> {
  declare id: string
  declare tokenHash: string
  declare userId: CreationOptional<string | null>
  declare integrationUserId: CreationOptional<string | null>
  declare integrationTokenId: CreationOptional<string | null>
  /** Where it was opened from. */
  declare address: CreationOptional<string>
  declare userAgent: CreationOptional<string>
  /** When a code from the person's mailbox was typed here. */
  declare verifiedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare lastSeenAt: CreationOptional<Date>
  declare expiresAt: Date
}

export const defineSession = (sequelize: Sequelize) =>
  Session.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      tokenHash: DataTypes.TEXT,
      userId: DataTypes.UUID,
      integrationUserId: DataTypes.UUID,
      integrationTokenId: DataTypes.UUID,
      address: DataTypes.TEXT,
      userAgent: DataTypes.TEXT,
      verifiedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
      lastSeenAt: DataTypes.DATE,
      expiresAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'sessions' },
  )
