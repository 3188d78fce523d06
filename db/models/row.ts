import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'

/** A row of the table that `Columns`, the class itself, declares the columns of. */
export abstract class Row<Columns extends Model> extends Model<
  InferAttributes<Columns>,
  InferCreationAttributes<Columns>
> {}
