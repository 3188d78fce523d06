import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import type { EnvironmentStatus, SpotStrategy } from '../../core/resources/environment'
import type { StatusType } from '../../core/resources/environment-status'
import { Row } from './row'

/** Where applications run: a network and instances in one AWS account. */
export class Environment extends Row<Environment> {
  declare id: string
  declare teamId: string
  declare awsAccountId: string
  declare name: string
  declare spotStrategy: CreationOptional<SpotStrategy>
  declare examineRequestedAt: CreationOptional<Date | null>
  declare deletingAt: CreationOptional<Date | null>
  declare statusType: CreationOptional<StatusType>
  declare statusMessage: CreationOptional<string>
  declare status: CreationOptional<EnvironmentStatus | null>
  declare mirroredEventSequence: CreationOptional<number>
  declare desiredRevision: CreationOptional<string>
  declare mirroredRevision: CreationOptional<string>
  declare createdAt: CreationOptional<Date>
}

export const defineEnvironment = (sequelize: Sequelize) =>
  Environment.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      teamId: DataTypes.UUID,
      awsAccountId: DataTypes.UUID,
      name: DataTypes.TEXT,
      spotStrategy: DataTypes.TEXT,
      examineRequestedAt: DataTypes.DATE,
      deletingAt: DataTypes.DATE,
      statusType: DataTypes.TEXT,
      statusMessage: DataTypes.TEXT,
      status: DataTypes.JSONB,
      mirroredEventSequence: DataTypes.INTEGER,
      desiredRevision: DataTypes.BIGINT,
      mirroredRevision: DataTypes.BIGINT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'environments' },
  )
