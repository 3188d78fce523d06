import { DataTypes, type CreationOptional, type Sequelize } from 'sequelize'
import { Row } from './row'

/** What was proven before a code of the second factor is typed. */
export type CodeProof = 'password' | 'mailbox'

/** The codes that were typed for a person's login, after one proof, by browsers that are not known. */
export class CodeSlot extends Row<CodeSlot> {
  declare userId: string
  declare proof: CodeProof
  declare codeTriedAt: Date
  /** When the last wrong code is forgiven; each takes a day. */
  declare forgivenAt: Date
  /** Whether the owner was told since all were forgiven. */
  declare isTold: CreationOptional<boolean>
}

export const defineCodeSlot = (sequelize: Sequelize) =>
  CodeSlot.init(
    {
      userId: { type: DataTypes.UUID, primaryKey: true },
      proof: { type: DataTypes.TEXT, primaryKey: true },
      codeTriedAt: DataTypes.DATE,
      forgivenAt: DataTypes.DATE,
      isTold: DataTypes.BOOLEAN,
    },
    { sequelize, tableName: 'code_slots' },
  )
