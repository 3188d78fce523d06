import { createIdentities } from './identities/identities'
import type { MailTransport } from './mail/mail-transport'
import { repeatAll } from './services/background/repeat'
import { startChanges } from './services/background/start-changes'
import { startMailDelivery } from './services/background/start-mail-delivery'
import { startWebhookDelivery } from './services/background/start-webhook-delivery'
import type { Dependencies } from './services/dependencies'
import { createServices } from './services/services'
import type { WebhookTransport } from './webhook/webhook-transport'

type Identified = Parameters<typeof createIdentities>[0]

interface PortalOptions
  extends
    Omit<Dependencies, 'changes' | 'identities' | 'observeUseCase'>,
    Pick<Identified, 'issuers' | 'fetch'> {
  /** Address of the database of `sequelize`: notifications are listened for there. */
  databaseUrl: string
  /** Ends what the portal does by itself, after the work under way. */
  signal: AbortSignal
}

interface Transports {
  mail: MailTransport
  webhooks: WebhookTransport
}

/** The portal of a process but for its pages: what its use cases need, and what it does by itself. */
export function createPortal({ issuers, fetch, databaseUrl, signal, ...given }: PortalOptions) {
  const { clock, log, metrics } = given
  const { changes, ended } = startChanges({ databaseUrl, clock, log, board: metrics?.board, signal })
  const identities = createIdentities({ issuers, clock, log, fetch })
  const dependencies: Dependencies = { ...given, changes, identities }
  const services = createServices(dependencies)
  const common = { dependencies, databaseUrl, signal }
  const background: Promise<unknown>[] = [ended]
  return {
    dependencies,
    services,

    /** Brings what is in the database to what this release works with, before anybody is served. */
    async prepare(): Promise<void> {
      await services.terms.ensureTerms()
      await services.secondFactor.sealAuthenticatorSecrets()
      await services.mail.sealMails()
      await services.webhooks.sealWebhooks()
    },

    /** Sends what waits to be sent, and cleans out, until the signal aborts. */
    startBackground({ mail, webhooks }: Transports): void {
      background.push(
        startMailDelivery({ ...common, transport: mail }),
        startWebhookDelivery({ ...common, transport: webhooks }),
        repeatAll({ ...common, mail }),
      )
    },

    /** Resolves when all that was under way at the abort has ended; never rejects. */
    whenEnded: async (): Promise<void> => void (await Promise.all(background)),
  }
}
