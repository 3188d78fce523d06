import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** What somebody wrote on the contact page. */
export class SupportMessage extends Row<SupportMessage> {
  declare id: string
  declare name: string
  declare email: string
  declare message: string
  /** IP address of the client. */
  declare source: string
  declare createdAt: CreationOptional<Date>
}

export const defineSupportMessage = (sequelize: Sequelize) =>
  SupportMessage.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: DataTypes.TEXT,
      email: DataTypes.TEXT,
      message: DataTypes.TEXT,
      source: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'support_messages' },
  )
