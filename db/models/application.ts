import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import type { ExposedPort } from '../../core/resources/application'
import type { ApplicationType } from '../../core/application/application-type'
import { Row } from './row'

/** What customers deploy. Its versions say which image tag, it says how that is run. */
export class Application extends Row<Application> {
  declare id: string
  declare teamId: string
  declare name: string
  declare type: CreationOptional<ApplicationType>
  declare cpuCount: string
  declare memoryMb: number
  declare dockerBaseUrl: string
  declare numProcesses: number
  declare maxSpotPercentage: CreationOptional<number>
  declare exposedPorts: CreationOptional<ExposedPort[]>
  declare roles: CreationOptional<Record<string, string>>
  declare integrationId: string
  declare autoDeployEnvironmentId: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
}

export const defineApplication = (sequelize: Sequelize) =>
  Application.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      teamId: DataTypes.UUID,
      name: DataTypes.TEXT,
      type: DataTypes.TEXT,
      cpuCount: DataTypes.DECIMAL(10, 3),
      memoryMb: DataTypes.INTEGER,
      dockerBaseUrl: DataTypes.TEXT,
      numProcesses: DataTypes.INTEGER,
      maxSpotPercentage: DataTypes.INTEGER,
      exposedPorts: DataTypes.JSONB,
      roles: DataTypes.JSONB,
      integrationId: DataTypes.TEXT,
      autoDeployEnvironmentId: DataTypes.UUID,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'applications' },
  )
