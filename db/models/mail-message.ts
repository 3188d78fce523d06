import {
  DataTypes,
  Model,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
  type CreationOptional,
} from 'sequelize'

/** A message to send; written in the transaction that causes it. */
export class MailMessage extends Model<InferAttributes<MailMessage>, InferCreationAttributes<MailMessage>> {
  declare id: string
  declare recipient: string
  declare subject: string
  declare text: string
  declare html: string
  declare createdAt: CreationOptional<Date>
  declare sentAt: CreationOptional<Date | null>
}

export const defineMailMessage = (sequelize: Sequelize) =>
  MailMessage.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      recipient: DataTypes.TEXT,
      subject: DataTypes.TEXT,
      text: DataTypes.TEXT,
      html: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
      sentAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'mail_messages' },
  )
