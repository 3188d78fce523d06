import {
  DataTypes,
  Model,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
  type CreationOptional,
} from 'sequelize'

/** Automation, such as a build system. */
export class IntegrationUser extends Model<
  InferAttributes<IntegrationUser>,
  InferCreationAttributes<IntegrationUser>
> {
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
