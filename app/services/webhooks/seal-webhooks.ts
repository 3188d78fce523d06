import { Op } from 'sequelize'
import { Webhook } from '../../../db/models/webhook'
import type { Dependencies } from '../dependencies'
import { isSealedByCurrent } from '../secrets/seal'
import { sealRows } from '../secrets/seal-rows'
import { openColumn, sealedColumns, sealFor } from './webhook-secrets'

/**
 * Seals anew, after a rotation of the keys, what is not sealed with the current one. For the start of the app. What cannot be read stays as
 * it is.
 *
 * @returns how many columns were sealed
 */
export async function sealWebhooks(dependencies: Dependencies): Promise<number> {
  const sealed = await sealRows(
    (id, limit) => Webhook.findAll({ where: { id: { [Op.gt]: id } }, order: [['id', 'ASC']], limit }),
    (row) => sealRow(dependencies, row),
  )
  if (sealed > 0) dependencies.log.info({ sealed }, 'webhooks were sealed')
  return sealed
}

async function sealRow(dependencies: Dependencies, webhook: Webhook): Promise<number> {
  const { id } = webhook
  let sealed = 0
  for (const column of sealedColumns)
    try {
      const stored = webhook[column]
      const text = openColumn(dependencies, webhook, column)
      if (stored === null || text === undefined || isSealedByCurrent(dependencies.authenticatorKeys, stored))
        continue
      const anew = sealFor(dependencies, id, column, text)
      const [changed] = await Webhook.update({ [column]: anew }, { where: { id, [column]: stored } })
      sealed += changed
    } catch (failure) {
      dependencies.log.error({ err: failure, webhook: id, column }, 'A webhook cannot be read')
    }
  return sealed
}
