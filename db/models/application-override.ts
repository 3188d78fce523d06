import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row'

/** What an environment says differently about one application. */
export class ApplicationOverride extends Row<ApplicationOverride> {
  declare environmentId: string
  declare applicationId: string
  declare numProcesses: number | null
  declare maxSpotPercentage: number | null
  declare roles: Record<string, string>
}

export const defineApplicationOverride = (sequelize: Sequelize) =>
  ApplicationOverride.init(
    {
      environmentId: { type: DataTypes.UUID, primaryKey: true },
      applicationId: { type: DataTypes.UUID, primaryKey: true },
      numProcesses: DataTypes.INTEGER,
      maxSpotPercentage: DataTypes.INTEGER,
      roles: DataTypes.JSONB,
    },
    { sequelize, tableName: 'application_overrides' },
  )
