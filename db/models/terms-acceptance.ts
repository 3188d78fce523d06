import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** Who accepted which terms, and when. */
export class TermsAcceptance extends Row<TermsAcceptance> {
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
