import { nilUuid } from '../../../core/text/uuid'

const batch = 500

/**
 * Goes through a table in batches, for what has to be sealed anew at the start of the app. Several processes may do it at once.
 *
 * @param readAfter gives the next rows by their id
 * @param sealRow gives how many rows it changed: none when another process was faster
 * @returns how many were sealed
 */
export async function sealRows<Row extends { id: string }>(
  readAfter: (id: string, limit: number) => Promise<Row[]>,
  sealRow: (row: Row) => Promise<number>,
): Promise<number> {
  let sealed = 0
  let afterId = nilUuid
  for (;;) {
    const rows = await readAfter(afterId, batch)
    for (const row of rows) sealed += await sealRow(row)
    const last = rows.at(-1)
    if (!last) return sealed
    afterId = last.id
  }
}
