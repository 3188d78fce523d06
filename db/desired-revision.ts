import { Op, literal, type Model, type ModelStatic, type WhereOptions } from 'sequelize'

/** Columns of every row that has a resource. */
export interface MirroredRow {
  desiredRevision: string
  mirroredRevision: string
}

/** Set as `desiredRevision` by every change that the controller must see; the mirror then applies the row again. */
export const nextRevision = literal('"desired_revision" + 1')

/** Set as `verifyRequest` of an AWS account that is to be examined again. */
export const nextExamination = literal('"verify_request" + 1')

/** Whether the row was changed since it was last applied. */
export const isPending = (row: MirroredRow): boolean =>
  BigInt(row.desiredRevision) > BigInt(row.mirroredRevision)

/** Selects the rows that were changed since they were last applied. */
export const pendingRows: WhereOptions = { desiredRevision: { [Op.gt]: literal('"mirrored_revision"') } }

/**
 * Notes that the revision of `row` as it was read has been applied. A change made since then has a higher revision and
 * stays pending.
 */
export async function recordMirrored<Row extends Model & MirroredRow & { id: string }>(
  model: ModelStatic<Row>,
  row: Row,
): Promise<void> {
  if (!isPending(row)) return
  await model.update({ mirroredRevision: row.desiredRevision } as never, { where: { id: row.id } as never })
}
