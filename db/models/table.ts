import { DataTypes, Model, Utils, type DataType, type Optional, type Sequelize } from 'sequelize'

/** A column of a table. `Value` and `IsOptional` are for the compiler only. */
export interface Column<Value, IsOptional extends boolean = boolean> {
  type: DataType
  primaryKey?: true
  autoIncrement?: true
  field?: string
  value?: Value
  isOptional?: IsOptional
}

const column =
  <Value>(type: DataType) =>
  (): Column<Value, false> => ({ type })

export const uuid = column<string>(DataTypes.UUID)
export const boolean = column<boolean>(DataTypes.BOOLEAN)
export const integer = column<number>(DataTypes.INTEGER)
/** A number as text: it may be larger, or have more digits, than what JavaScript counts exactly. */
export const bigint = column<string>(DataTypes.BIGINT)
export const double = column<number>(DataTypes.DOUBLE)
export const decimal = column<string>(DataTypes.DECIMAL(10, 3))
export const date = column<Date>(DataTypes.DATE)
export const dates = column<Date[]>(DataTypes.ARRAY(DataTypes.DATE))
export const texts = <Value extends string>() => column<Value[]>(DataTypes.ARRAY(DataTypes.TEXT))()
export const text = <Value extends string = string>() => column<Value>(DataTypes.TEXT)()
export const smallint = <Value extends number = number>() => column<Value>(DataTypes.SMALLINT)()
export const json = <Value>() => column<Value>(DataTypes.JSONB)()

/** Part of the primary key. */
export const key = <C extends Column<unknown>>(column: C): C => ({ ...column, primaryKey: true })

/** A column that Postgres calls `name`, which is in camel case here as the names of attributes are. */
export const called = <C extends Column<unknown>>(name: string, column: C): C => ({
  ...column,
  field: Utils.underscoredIf(name, true),
})

/** A number that Postgres counts up. */
export const counted = ({ type }: Column<string>): Column<string, true> => ({ type, autoIncrement: true })

export const nullable = <Value>({ type }: Column<Value>): Column<Value | null, false> => ({ type })

/** Left out of a new row, it gets what its table says. */
export const optional = <Value>({ type }: Column<Value>): Column<Value, true> => ({ type })

type Columns = Record<string, Column<unknown>>
type Values<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }
type OptionalOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<unknown, true> ? Name : never
}[keyof C]

/** The class to extend for the rows of a table. Usable once `define` has bound it to a connection pool. */
export function table<C extends Columns>(tableName: string, columns: C) {
  class Row extends Model<Values<C>, Optional<Values<C>, OptionalOf<C>>> {
    static define(sequelize: Sequelize): void {
      // Sequelize writes into what it is given.
      const own = Object.entries(columns).map(([name, column]) => [name, { ...column }])
      this.init(Object.fromEntries(own), { sequelize, tableName })
    }
  }
  return Row as Pick<typeof Row, keyof typeof Row> & (new () => Row & Values<C>)
}
