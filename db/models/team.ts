import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A customer: everything else belongs to one. */
export class Team extends Row<Team> {
  declare id: string
  /** When somebody of the team confirmed that environments, or deployments, cost money. */
  declare environmentCostApprovedAt: CreationOptional<Date | null>
  declare deploymentCostApprovedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
}

export const defineTeam = (sequelize: Sequelize) =>
  Team.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      environmentCostApprovedAt: DataTypes.DATE,
      deploymentCostApprovedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'teams' },
  )
