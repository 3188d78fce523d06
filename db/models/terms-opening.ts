import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** Who has seen which terms, and when first. */
export class TermsOpening extends Row<TermsOpening> {
  declare userId: string
  declare termsId: string
  declare openedAt: CreationOptional<Date>
}

export const defineTermsOpening = (sequelize: Sequelize) =>
  TermsOpening.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      termsId: { type: DataTypes.UUID, primaryKey: true },
      openedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'terms_openings' },
  )
