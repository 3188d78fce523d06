import { inTransaction } from '../../../db/transaction'
import type { Dependencies } from '../dependencies'

/** How much is told in one turn. */
export const mostAtOnce = 100

/** Tells of each in a transaction of its own: what cannot be told stops nothing else, and is tried again in the next turn. */
export async function tellEach<Item>(
  { sequelize, log }: Dependencies,
  items: Item[],
  tell: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items)
    await inTransaction(sequelize, () => tell(item)).catch((failure: unknown) =>
      log.error({ err: failure, about: item }, 'Nobody could be notified of news'),
    )
}
