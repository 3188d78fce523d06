import { simulationPlanner } from '../builders/simulation-planner'
import type { ControllerDependencies } from '../../controller/controller-dependencies'
import { startController } from '../../controller/start-controller'
import type { ResourceStore } from '../../controller/store/store'
import { silentLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import { FakeAgents } from '../builders/fake-agents'
import { instantTimings } from '../builders/instant-timings'
import { MemoryBooter } from '../builders/memory-booter'
import { buildSimulatedAws, buildTemplate } from '../builders/simulated-aws'
import { buildAccount } from '../builders/team-rows'
import type { TestDatabase } from '../postgres/test-database'
import { createControllerDependencies } from '../../controller/create-dependencies'
import { quickLeases } from '../builders/quick-leases'

const masterKey = Buffer.alloc(32, 7)

/** A platform without its site: database, store and simulated cloud are there, controllers come and go. Real time. Whoever builds it closes its cloud. */
export async function buildRealTimePlatform(database: TestDatabase, store: ResourceStore) {
  const booter = new MemoryBooter()
  const agents = new FakeAgents(systemClock, booter, masterKey)
  const { aws, accountNumber, externalId } = await buildSimulatedAws({
    clock: systemClock,
    booter,
    timings: instantTimings,
  })
  const addRow = async (changes: { accountNumber?: string; externalId?: string }) => {
    const row = await buildAccount()
    return row.update({ ...changes, verifyRequest: 1, state: 'UPDATING_STATUS' })
  }
  const account = await addRow({ accountNumber, externalId })
  /** Another account, of another team, with the required stack installed. */
  const addAccount = async () => {
    const row = await addRow({})
    await aws.customer.installStack(row.accountNumber, buildTemplate(row.accountNumber, row.externalId))
    return row
  }

  const start = (
    ports: Pick<ControllerDependencies, 'store' | 'cloud' | 'agents'> &
      Pick<Partial<ControllerDependencies>, 'elect'>,
  ) =>
    startController(
      createControllerDependencies({
        ...ports,
        delegations: aws.delegations,
        planner: simulationPlanner,
        database: { sequelize: database.sequelize, url: database.url },
        clock: systemClock,
        log: silentLogger,
        masterKeys: [masterKey],
        platformAccountNumber: '999999999999',
        controlCidrs: ['203.0.113.0/24'],
        limits: {
          pollSeconds: 0.1,
          resyncSeconds: 0.5,
          stalledSeconds: 0.1,
          retrySeconds: 0.05,
          absenceSeconds: 0.1,
          visibilitySeconds: 0.1,
        },
        health: { port: 0 },
        election: quickLeases,
      }),
    )
  return {
    account,
    addAccount,
    agents,
    aws,
    accountNumber,
    store,
    start,
    ports: { store, cloud: aws, agents },
  }
}
