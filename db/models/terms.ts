import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from './row'

/** A version of the terms of service, as HTML. */
export class Terms extends Row<Terms> {
  declare id: string
  declare content: string
  declare effectiveAt: Date
}

export const defineTerms = (sequelize: Sequelize) =>
  Terms.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      content: DataTypes.TEXT,
      effectiveAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'terms' },
  )
