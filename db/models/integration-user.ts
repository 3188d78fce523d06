import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** Automation, such as a build system. */
export class IntegrationUser extends Row<IntegrationUser> {
  declare id: string
  declare teamId: string
  declare name: string
  declare createdAt: CreationOptional<Date>
}

export const defineIntegrationUser = (sequelize: Sequelize) =>
  IntegrationUser.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      teamId: DataTypes.UUID,
      name: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'integration_users' },
  )
