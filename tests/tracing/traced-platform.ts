import { onTestFinished } from 'vitest'
import { instantTimings } from '../builders/instant-timings'
import { simulationPlanner } from '../builders/simulation-planner'
import { startController } from '../../controller/start-controller'
import { createPostgresStore } from '../../controller/store/postgres'
import { overriding, type Notice } from '../../controller/store/store'
import { createLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import { startTracing } from '../../core/tracing/start-tracing'
import { buildServedApp } from '../builders/app-server'
import { listen } from '../builders/browser'
import { behaviours, FakeAgents } from '../builders/fake-agents'
import { MemoryBooter } from '../builders/memory-booter'
import { buildSimulatedAws } from '../builders/simulated-aws'
import {
  createEnvironment,
  declareVersion,
  deploymentEnds,
  linkAccount,
  signUp,
  untilEnded,
} from '../builders/v1-customer'
import type { TestDatabase } from '../postgres/test-database'
import { startCollector } from './collector'
import { createControllerDependencies } from '../../controller/create-dependencies'
import { quickLeases } from '../builders/quick-leases'

const platformAccountNumber = '999999999999'
const masterKey = Buffer.alloc(32, 7)
/** What is typed by a customer of these tests, and is nobody else's to read. */
export const typed = {
  variable: 'SECRET_OF_SHOP',
  value: 'a-variable-that-nobody-else-reads',
  version: 'name-of-a-version',
}
export const person = { name: 'Ada', email: 'ada@example.com', password: 'correct-horse' }
const accountNumber = '444455556666'

type Line = Record<string, unknown>

/** Portal and controller as `npm start` has them, in real time, in an account that takes none, with agents that act by the clock; all that they tell is kept. */
export async function startTracedPlatform(database: TestDatabase, { isTraced = true } = {}) {
  const clock = systemClock
  const collector = await startCollector()
  const lines: Line[] = []
  const notices: Notice[] = []
  const log = createLogger('platform', 'info', { write: (text) => lines.push(JSON.parse(text) as Line) })
  const options = isTraced ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint } : {}
  const surroundings = { log, clock, limits: { delayMilliseconds: 20 } }
  const tracing = {
    app: await startTracing(options, { ...surroundings, serviceName: 'sdo-app' }),
    controller: await startTracing(options, { ...surroundings, serviceName: 'sdo-controller' }),
  }
  behaviours['swift'] = { startedAfter: 0, healthyAfter: 10, stopsWithin: 10 }
  const booter = new MemoryBooter()
  const agents = new FakeAgents(clock, booter, masterKey)
  const { aws } = await buildSimulatedAws({ clock, booter, timings: instantTimings })
  const rows = createPostgresStore({ url: database.url, log })
  const store = overriding(rows, { record: (_subject, notice) => void notices.push(notice) })
  const controller = await startController(
    createControllerDependencies({
      store,
      cloud: aws,
      agents,
      delegations: aws.delegations,
      planner: simulationPlanner,
      database: { sequelize: database.sequelize, url: database.url },
      clock,
      log,
      tracing: tracing.controller,
      masterKeys: [masterKey],
      platformAccountNumber,
      controlCidrs: ['203.0.113.0/24'],
      limits: { pollSeconds: 0.02, resyncSeconds: 0.2, retrySeconds: 0.05 },
      election: quickLeases,
    }),
  )
  const { app, services } = await buildServedApp(
    { sequelize: database.sequelize, clock, log, platformAccountNumber },
    { tracing: tracing.app },
  )
  const { address, close } = await listen(app)
  onTestFinished(async () => {
    await close()
    await controller.stop()
    await Promise.all([tracing.app?.stop(), tracing.controller?.stop()])
    await rows.close()
    await aws.close()
    await collector.close()
    await database.sequelize.query('DELETE FROM resources; DELETE FROM leases; DELETE FROM teams')
  })

  /** Somebody with an environment that is ready and an application with a version, and how to deploy it in the trace of somebody who calls. */
  async function settle() {
    const customer = await signUp(address, person, async () => {
      const [mail] = await services.mail.listMail(person.email)
      return mail?.subject.slice(0, 6) ?? ''
    })
    await linkAccount(customer, accountNumber, (template) =>
      aws.customer.installStack(accountNumber, template),
    )
    const environmentId = await createEnvironment(customer)
    const application = await customer.post<{ id: string; integrationId: string }>('/v1/process/', {
      applicationName: 'shop',
      type: 'GENERAL',
      dockerBaseUrl: 'sdo/sample',
      cpuCount: 0.01,
      memoryMb: 300,
      numProcesses: 1,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080 }],
      environmentVariables: { [typed.variable]: typed.value },
      roles: {},
    })
    const { id: applicationVersionIdToDeploy } = await declareVersion(customer, application.integrationId, {
      dockerImageTag: 'swift',
      versionName: typed.version,
    })
    /** @returns `traceparent` of the answer */
    async function deploy(traceparent: string): Promise<string> {
      const body = { environmentId, applicationVersionIdToDeploy, firstDeployWarningApproved: true }
      const { headers } = await customer.send('POST', '/v1/deployment/patch/', body, { traceparent })
      await untilEnded(customer, environmentId, deploymentEnds.LIVE)
      return headers.get('traceparent') ?? ''
    }
    return { customer, environmentId, application, deploy }
  }
  return { collector, lines, notices, tracing, settle }
}
