import {
  DataTypes,
  Model,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize'

/** A version of the terms of service, as HTML. */
export class Terms extends Model<InferAttributes<Terms>, InferCreationAttributes<Terms>> {
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
