import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize'

/** Who accepted which terms, and when. */
export class TermsAcceptance extends Model<
  InferAttributes<TermsAcceptance>,
  InferCreationAttributes<TermsAcceptance>
> {
  declare userId: string
  declare termsId: string
  declare acceptedAt: CreationOptional<Date>
}

export const defineTermsAcceptance = (sequelize: Sequelize) =>
  TermsAcceptance.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      termsId: { type: DataTypes.UUID, primaryKey: true },
      acceptedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'terms_acceptances' },
  )
