import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import type { ApplicationSpec } from '../../core/resources/application'
import { Row } from './row'

/** Immutable snapshot of what an environment is to run. */
export class EnvironmentVersion extends Row<EnvironmentVersion> {
  declare id: string
  declare environmentId: string
  declare number: number
  declare applications: ApplicationSpec[]
  declare createdAt: CreationOptional<Date>
}

export const defineEnvironmentVersion = (sequelize: Sequelize) =>
  EnvironmentVersion.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      environmentId: DataTypes.UUID,
      number: DataTypes.INTEGER,
      applications: DataTypes.JSONB,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'environment_versions' },
  )
