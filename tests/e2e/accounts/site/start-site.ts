import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { describeOwnApi } from '../../../../app/api/table'
import { createApp } from '../../../../app/http/server/express-app'
import type { Dependencies } from '../../../../app/services/dependencies'
import { buildSample } from '../../../site/page-sample'
import { readRoutes } from '../../../site/route-addresses'
import { readMailContent } from '../../../../app/services/mail/mail-content'
import { createServices } from '../../../../app/services/services'
import { createLogger, silentLogger } from '../../../../core/logging/logger'
import { openDatabase } from '../../../../db/database'
import { MailMessage } from '../../../../db/models/mail-message'
import { migrate } from '../../../../db/migrations'
import { migrations } from '../../../../migrations/index'
import { startEmbeddedPostgres } from '../../../../standalone/postgres/embedded-postgres'
import { codeAt } from '../../../builders/authenticator'
import { startBreakableProxy } from '../../../builders/breakable-proxy'
import { listen } from '../../../builders/browser'
import { dependenciesOf } from '../../../builders/dependencies'
import { VirtualClock } from '../../../builders/virtual-clock'
import { isCollecting, openCollectedLog } from '../../../secrets/collect'
import { createDataDir, recordShownSecrets, removeDataDir } from '../../../builders/start-sdo'
import { refuseWrites } from '../../../builders/refuse-writes'
import { createEnvironments } from './environments'
import { createDeployments } from './deployments'
import { createPeople } from './people'
import { startPrinting } from './printing'
import { publishTerms } from './publish-terms'
import { usualQuotas } from '../../../../app/services/quotas/quotas'

export type Site = Awaited<ReturnType<typeof startSite>>

/** The built site on a database of its own, at a time that only the tests move, with all its use cases at hand. */
export async function startSite() {
  const dataDir = createDataDir()
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const { hostname, port } = new URL(postgres.url)
  const proxy = await startBreakableProxy({ host: hostname, port: Number(port) })
  const sequelize = openDatabase(Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href)
  await migrate(sequelize, migrations)
  const clock = new VirtualClock()
  const changes = {
    // Lists of several pages are looked at too.
    quotas: { ...usualQuotas, integrationUsers: 1000 },
    log: isCollecting ? createLogger('site', 'trace', openCollectedLog()) : silentLogger,
  }
  const printing = startPrinting({ sequelize, databaseUrl: postgres.url })
  const dependencies = dependenciesOf({ sequelize, clock }, changes)
  const services = createServices(dependencies)
  await services.terms.ensureTerms()
  const build = (await import(pathToFileURL(join(process.cwd(), 'build/app/index.js')).href)) as ServerBuild
  const stops: (() => Promise<void>)[] = []

  /** Serves the site, with `changes` to what it is made of, and gives its address. */
  async function serve(changes: Partial<Dependencies> = {}): Promise<string> {
    const app = createApp({
      dependencies: { ...dependencies, ...changes },
      build,
      publicFolder: 'public',
      docsFolder: 'app/content/docs',
      commandLine: resolve('build/cli/sdo.js'),
      describeApi: describeOwnApi,
      isStandalone: true,
      secureCookies: false,
      // Each browser says where it is, so that none is slowed down for the mistakes of another.
      trustProxy: true,
    })
    const { address, close } = await listen(app)
    stops.push(close)
    return address
  }

  const environments = createEnvironments(services)
  return {
    clock,
    services,
    environments,
    people: createPeople({ services, dependencies, clock }),
    deployments: createDeployments(environments),
    codeAt,
    routes: readRoutes(build),
    /** A thing of each kind that a page may be about, of a team. */
    buildSample,
    query: (statement: string, bind: unknown[] = []) => sequelize.query(statement, { bind }),
    refuseWrites: (table: string, condition: string) => refuseWrites(sequelize, table, condition),
    /** The database is away until the function that it gives is called. */
    interruptDatabase() {
      proxy.break()
      return () => proxy.restore()
    },
    publishTerms: (inMilliseconds: number) => publishTerms({ sequelize, clock }, inMilliseconds),
    serve,
    printing,
    url: await serve(),
    async close() {
      for (const mail of await MailMessage.findAll()) {
        const { subject, text } = readMailContent(dependencies, mail)
        recordShownSecrets(`${subject}\n${text}`)
      }
      for (const stop of stops) await stop()
      await printing.close()
      await sequelize.close()
      await proxy.close()
      await postgres.stop()
      removeDataDir(dataDir)
    },
  }
}
