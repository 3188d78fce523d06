import type { TeamNews } from '../../../core/news/news-kinds'
import type { Webhook } from '../../../db/models/webhook'
import { newsLabels } from '../../messages/news-labels'
import type { Dependencies } from '../dependencies'
import type { Told } from '../revisions/revision'
import { keyedHash } from '../secrets/keyed-hash'
import { maskAddress } from './require-address'
import { openUrl } from './webhook-secrets'

/** What admins set of a webhook. */
interface WebhookSettings {
  url: Address
  teamEvents: TeamNews[]
}

/** An address without what may be secret in it, which addresses may share, and what tells them apart. */
interface Address {
  masked: string
  hash: string
}

type Keys = Pick<Dependencies, 'authenticatorKeys'>

export const webhookSettings = (dependencies: Keys, webhook: Webhook): WebhookSettings => ({
  url: toAddress(dependencies, openUrl(dependencies, webhook)),
  teamEvents: webhook.teamEvents,
})

const toAddress = ({ authenticatorKeys }: Keys, url: string): Address => ({
  masked: maskAddress(url),
  hash: keyedHash(authenticatorKeys, url, 'webhook address'),
})

export const toldWebhookSettings: Told<WebhookSettings> = {
  url: ['Address', ({ masked }) => masked],
  teamEvents: ['Events', (kinds) => kinds.map((kind) => newsLabels[kind]).join(', ') || 'none'],
}
