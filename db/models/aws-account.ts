import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import type { AwsAccountState, AwsAccountStatus } from '../../core/resources/aws-account'
import { Row } from './row'

/** A customer's AWS account. */
export class AwsAccount extends Row<AwsAccount> {
  declare id: string
  declare teamId: string
  declare name: string
  declare accountNumber: string
  declare externalId: string
  declare isEnvironmentHolder: CreationOptional<boolean>
  declare verifyRequest: CreationOptional<number>
  /** When its roles first trusted this team; from then on the number is this team's alone. */
  declare claimedAt: CreationOptional<Date | null>
  declare deletingAt: CreationOptional<Date | null>
  declare forceDelete: CreationOptional<boolean>
  declare state: CreationOptional<AwsAccountState>
  declare status: CreationOptional<AwsAccountStatus | null>
  declare desiredRevision: CreationOptional<string>
  declare mirroredRevision: CreationOptional<string>
  declare createdAt: CreationOptional<Date>
}

export const defineAwsAccount = (sequelize: Sequelize) =>
  AwsAccount.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      teamId: DataTypes.UUID,
      name: DataTypes.TEXT,
      accountNumber: DataTypes.TEXT,
      externalId: DataTypes.TEXT,
      isEnvironmentHolder: DataTypes.BOOLEAN,
      verifyRequest: DataTypes.INTEGER,
      claimedAt: DataTypes.DATE,
      deletingAt: DataTypes.DATE,
      forceDelete: DataTypes.BOOLEAN,
      state: DataTypes.TEXT,
      status: DataTypes.JSONB,
      desiredRevision: DataTypes.BIGINT,
      mirroredRevision: DataTypes.BIGINT,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'aws_accounts' },
  )
