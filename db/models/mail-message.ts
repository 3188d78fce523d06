import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A message to send; written in the transaction that causes it. */
export class MailMessage extends Row<MailMessage> {
  declare id: string
  declare recipient: string
  /** Subject, text and HTML, sealed; null once they are gone. */
  declare content: string | null
  declare createdAt: CreationOptional<Date>
  declare attempts: CreationOptional<number>
  /** The next attempt begins no sooner. While one is under way: when its process is believed to be gone. */
  declare dueAt: CreationOptional<Date>
  /** Since then a server may have the mail, and no other attempt may begin. */
  declare handedOverAt: CreationOptional<Date | null>
  declare sentAt: CreationOptional<Date | null>
  declare failedAt: CreationOptional<Date | null>
  /** Why the latest attempt did not succeed. */
  declare failure: CreationOptional<string | null>
}

export const defineMailMessage = (sequelize: Sequelize) =>
  MailMessage.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      recipient: DataTypes.TEXT,
      content: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
      attempts: DataTypes.INTEGER,
      dueAt: DataTypes.DATE,
      handedOverAt: DataTypes.DATE,
      sentAt: DataTypes.DATE,
      failedAt: DataTypes.DATE,
      failure: DataTypes.TEXT,
    },
    { sequelize, tableName: 'mail_messages' },
  )
