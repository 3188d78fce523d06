import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize'

/** What somebody wrote on the contact page. */
export class SupportMessage extends Model<
  InferAttributes<SupportMessage>,
  InferCreationAttributes<SupportMessage>
> {
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
