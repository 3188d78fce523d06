import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** A browser that a person logged in with before; only the hash of the token in its cookie is kept. */
export class KnownBrowser extends Row<KnownBrowser> {
  declare id: string
  declare userId: string
  declare tokenHash: string
  /** Wrong passwords and codes since the last login, and tries under way. */
  declare failures: CreationOptional<number>
  /** When a code of the second factor was last tried. */
  declare codeTriedAt: CreationOptional<Date | null>
  declare createdAt: Date
  /** The last login with it; null for one that never came back. */
  declare returnedAt: CreationOptional<Date | null>
  declare expiresAt: Date
}

export const defineKnownBrowser = (sequelize: Sequelize) =>
  KnownBrowser.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userId: DataTypes.UUID,
      tokenHash: DataTypes.TEXT,
      failures: DataTypes.INTEGER,
      codeTriedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
      returnedAt: DataTypes.DATE,
      expiresAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'known_browsers' },
  )
