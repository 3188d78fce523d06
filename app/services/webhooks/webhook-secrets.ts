import type { Webhook } from '../../../db/models/webhook'
import type { Dependencies } from '../dependencies'
import { seal, unseal } from '../secrets/seal'

type Keys = Pick<Dependencies, 'authenticatorKeys'>
type SealedColumn = 'url' | 'secret' | 'formerSecret'
export const sealedColumns: SealedColumn[] = ['url', 'secret', 'formerSecret']

/** The two secrets are of one purpose: a rotation moves one to the other's place as it is. */
const purposeOf = (webhookId: string, column: SealedColumn) =>
  `webhook ${webhookId} ${column === 'url' ? 'url' : 'secret'}`

/** How `text` is kept in the row of a webhook. */
export const sealFor = (
  { authenticatorKeys }: Keys,
  webhookId: string,
  column: SealedColumn,
  text: string,
): string => seal(authenticatorKeys, text, purposeOf(webhookId, column))

/** Opens a sealed column of a webhook; undefined where it is empty. @throws Error that says why it cannot be read, without anything of it */
export function openColumn(
  { authenticatorKeys }: Keys,
  webhook: Webhook,
  column: SealedColumn,
): string | undefined {
  const sealed = webhook[column]
  return sealed === null ? undefined : unseal(authenticatorKeys, sealed, purposeOf(webhook.id, column))
}

/** Opens the address, which a webhook always has. */
export const openUrl = (keys: Keys, webhook: Webhook): string => openColumn(keys, webhook, 'url') ?? ''

/** The secrets that sign at `now`: for a day after a rotation the former one as well. */
export function signingSecrets(keys: Keys, webhook: Webhook, now: number): string[] {
  const isFormerValid = webhook.formerUntil !== null && webhook.formerUntil.getTime() > now
  const columns: SealedColumn[] = isFormerValid ? ['secret', 'formerSecret'] : ['secret']
  return columns.flatMap((column) => openColumn(keys, webhook, column) ?? [])
}
