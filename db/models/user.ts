import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A human user. */
export class User extends Row<User> {
  declare id: string
  declare teamId: string
  declare name: string
  declare email: string
  declare passwordHash: string
  declare isAdmin: boolean
  declare verifiedAt: CreationOptional<Date | null>
  declare forcePasswordChange: CreationOptional<boolean>
  declare shouldReceiveAnnouncements: CreationOptional<boolean>
  declare createdAt: CreationOptional<Date>
}

export const defineUser = (sequelize: Sequelize) =>
  User.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      teamId: DataTypes.UUID,
      name: DataTypes.TEXT,
      email: DataTypes.TEXT,
      passwordHash: DataTypes.TEXT,
      isAdmin: DataTypes.BOOLEAN,
      verifiedAt: DataTypes.DATE,
      forcePasswordChange: DataTypes.BOOLEAN,
      shouldReceiveAnnouncements: DataTypes.BOOLEAN,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'users' },
  )
