import type { Sequelize } from 'sequelize'
import { createMailbox } from '../../../app/mail/mailbox'
import type { HumanActor } from '../../../app/services/actor/actor'
import type { Services } from '../../../app/services/services'
import { createPortal } from '../../../app/portal'
import { usualQuotas } from '../../../app/services/quotas/quotas'
import { createHttpTransport } from '../../../app/webhook/http-transport'
import type { Cloud } from '../../../controller/cloud/cloud'
import { createControllerDependencies } from '../../../controller/create-dependencies'
import { startController } from '../../../controller/start-controller'
import { createPostgresStore } from '../../../controller/store/postgres'
import type { AgentRelease } from '../../../core/agent/protocol'
import type { Logger } from '../../../core/logging/logger'
import type { Clock } from '../../../core/time/clock'
import { Team } from '../../../db/models/team'
import { demoEmail, registerDemoTeam } from '../../first-run/register-demo-team'
import type { Shutdown } from '../../shutdown'
import type { TrialProduct } from './trial-product'

type Surroundings = Pick<
  Parameters<typeof createControllerDependencies>[0],
  'delegations' | 'agents' | 'planner' | 'limits' | 'election'
>

interface ProductOptions {
  /** Migrated. */
  database: { sequelize: Sequelize; url: string }
  /** The cloud, for instances that begin with agents of this release. */
  enterCloud(release: AgentRelease): Cloud
  keys: { masterKey: Buffer; authenticatorKey: Buffer }
  /** Of the person who uses it; the same one finds what that person did before. */
  password: string
  platformAccountNumber: string
  /** From where the controller reaches instances. */
  controlCidrs: string[]
  surroundings: Surroundings
  clock: Clock
  log: Logger
  shutdown: Shutdown
  /** The release of agents that the trial had before this process, and where to keep it for the next one. */
  releases: { last?: AgentRelease; remember(release: AgentRelease): void }
  /** Is called where the controller ends by itself. */
  fail(error: unknown): void
}

/** Starts the portal without its pages, and signs somebody up. The controller starts with the release that it had last, or once it is given one. */
export async function startProduct(options: ProductOptions): Promise<TrialProduct> {
  const { database, keys, clock, log, shutdown, platformAccountNumber } = options
  const portal = createPortal({
    sequelize: database.sequelize,
    databaseUrl: database.url,
    clock,
    log: log.child({ part: 'app' }),
    publicUrl: 'http://127.0.0.1',
    registrationOpen: true,
    platformAccountNumber,
    supportEmail: 'support@sdo.example',
    authenticatorKeys: { currentId: 'trial', keys: new Map([['trial', keys.authenticatorKey]]) },
    quotas: usualQuotas,
    issuers: [],
    signal: shutdown.signal,
  })
  await portal.prepare()
  const actor = await signIn(portal.services, options.password)
  portal.startBackground({
    // Codes stand in mails, and nobody reads those of a trial.
    mail: createMailbox(() => undefined),
    webhooks: createHttpTransport({ reach: { loopback: false } }),
  })
  shutdown.add('portal', () => portal.whenEnded())
  let present: { release: AgentRelease; stop(): Promise<void> } | undefined
  shutdown.add('controller', async () => present?.stop())

  async function start(release: AgentRelease) {
    const store = createPostgresStore({ url: database.url, log: log.child({ part: 'store' }) })
    const controller = await startController(
      createControllerDependencies({
        ...options.surroundings,
        store,
        cloud: options.enterCloud(release),
        masterKeys: [keys.masterKey],
        database,
        clock,
        log: log.child({ part: 'controller' }),
        platformAccountNumber,
        controlCidrs: options.controlCidrs,
        agentRelease: release,
      }),
    )
    controller.whenEnded.catch(options.fail)
    return {
      release,
      async stop() {
        await controller.stop()
        await store.close()
      },
    }
  }

  const { last } = options.releases
  if (last) present = await start(last)
  return {
    services: portal.services,
    actor,
    isRunning: () => present !== undefined,
    async useAgents(release) {
      if (present?.release.sha256 === release.sha256 && present.release.url === release.url) return
      await present?.stop()
      present = undefined
      options.releases.remember(release)
      present = await start(release)
    },
  }
}

/** As the person of an earlier start, or as a new one. @throws Error for another password than that one's */
async function signIn(services: Services, password: string): Promise<HumanActor> {
  if ((await Team.count()) === 0) return registerDemoTeam(services, password)
  const { session } = await services.signingIn.logIn({ kind: 'anonymous' }, { email: demoEmail, password })
  const actor = session && (await services.sessions.findActor(session.token))
  if (actor?.kind !== 'human') throw new Error('The person of the trial could not be signed in.')
  return actor
}
