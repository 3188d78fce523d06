import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** Something that somebody did to access or resources. Rows are added and never changed; the database refuses it. */
export class AuditEntry extends Row<AuditEntry> {
  /** A number that grows, as text: it may be larger than what JavaScript counts exactly. */
  declare id: CreationOptional<string>
  declare teamId: string
  declare createdAt: Date
  /** `anonymous` for what somebody unknown tried. */
  declare actorKind: 'human' | 'integration' | 'anonymous'
  declare actorId: string | null
  declare actorName: string
  declare action: string
  declare targetId: string
  declare targetName: string
  declare before: Record<string, unknown> | null
  declare after: Record<string, unknown> | null
  declare requestId: string | null
  declare sourceAddress: string | null
}

export const defineAuditEntry = (sequelize: Sequelize) =>
  AuditEntry.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      teamId: DataTypes.UUID,
      createdAt: DataTypes.DATE,
      actorKind: DataTypes.TEXT,
      actorId: DataTypes.UUID,
      actorName: DataTypes.TEXT,
      action: DataTypes.TEXT,
      targetId: DataTypes.UUID,
      targetName: DataTypes.TEXT,
      before: DataTypes.JSONB,
      after: DataTypes.JSONB,
      requestId: DataTypes.TEXT,
      sourceAddress: DataTypes.TEXT,
    },
    { sequelize, tableName: 'audit_entries' },
  )
