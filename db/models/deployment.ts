import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import type { DeploymentChange, DeploymentState } from '../../core/deployment/deployment-state'
import { Row } from './row'

/** A change of what an environment runs, from asking for it to its end. */
export class Deployment extends Row<Deployment> {
  declare id: string
  declare environmentId: string
  declare sequence: number
  declare state: CreationOptional<DeploymentState>
  declare changes: DeploymentChange[]
  declare environmentVersionId: CreationOptional<string | null>
  declare requestedBy: CreationOptional<string | null>
  declare message: CreationOptional<string>
  declare createdAt: CreationOptional<Date>
  declare startedAt: CreationOptional<Date | null>
  declare finishedAt: CreationOptional<Date | null>
  declare desiredRevision: CreationOptional<string>
  declare mirroredRevision: CreationOptional<string>
}

export const defineDeployment = (sequelize: Sequelize) =>
  Deployment.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      environmentId: DataTypes.UUID,
      sequence: DataTypes.INTEGER,
      state: DataTypes.SMALLINT,
      changes: DataTypes.JSONB,
      environmentVersionId: DataTypes.UUID,
      requestedBy: DataTypes.UUID,
      message: DataTypes.TEXT,
      createdAt: DataTypes.DATE,
      startedAt: DataTypes.DATE,
      finishedAt: DataTypes.DATE,
      desiredRevision: DataTypes.BIGINT,
      mirroredRevision: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'deployments' },
  )
