import { DataTypes, type Sequelize, type CreationOptional } from 'sequelize'
import { Row } from './row'

/** A declared, immutable image tag of an application. */
export class ApplicationVersion extends Row<ApplicationVersion> {
  declare id: string
  declare applicationId: string
  declare name: string
  declare dockerTag: string
  declare autoDeploy: CreationOptional<boolean>
  declare createdAt: CreationOptional<Date>
}

export const defineApplicationVersion = (sequelize: Sequelize) =>
  ApplicationVersion.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      applicationId: DataTypes.UUID,
      name: DataTypes.TEXT,
      dockerTag: DataTypes.TEXT,
      autoDeploy: DataTypes.BOOLEAN,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'application_versions' },
  )
