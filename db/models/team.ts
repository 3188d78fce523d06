import {
  DataTypes,
  Model,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
  type CreationOptional,
} from 'sequelize'

/** A customer: everything else belongs to one. */
export class Team extends Model<InferAttributes<Team>, InferCreationAttributes<Team>> {
  declare id: string
  declare createdAt: CreationOptional<Date>
}

export const defineTeam = (sequelize: Sequelize) =>
  Team.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'teams' },
  )
