import { createEnvironmentReconciler } from '../../controller/environment/reconcile-environment'
import { ReceiverOutcomes } from '../../controller/interruptions/receiver-outcomes'
import { environmentTag, ownerTag, ownerValue } from '../../core/aws/ownership'
import { silentLogger } from '../../core/logging/logger'
import type { ApplicationSpec } from '../../core/resources/application'
import { environmentLabel } from '../../core/resources/metadata'
import { FakeAgents } from '../builders/fake-agents'
import { MemoryBooter } from '../builders/memory-booter'
import { createMemoryStore } from '../builders/memory-store'
import { buildAwsAccountStatus } from '../builders/resource-status'
import { simulationPlanner } from '../builders/simulation-planner'
import { VirtualClock } from '../builders/virtual-clock'
import type { MotoCloud } from './moto-cloud'

const masterKey = Buffer.alloc(32, 7)

/** An environment in an account of moto's, whose time goes on between passes alone. No agent ever answers. */
export async function buildEnvironmentOnMoto(moto: MotoCloud) {
  const access = await moto.newAccount()
  const clock = new VirtualClock(Date.now())
  const store = createMemoryStore(clock)
  const awsAccount = await store.apply('AwsAccount', {
    name: 'account-1',
    labels: {},
    spec: {
      displayName: 'Main',
      ...access,
      isEnvironmentHolder: true,
      verifyRequest: 0,
      forceDelete: false,
    },
  })
  await store.replaceStatus('AwsAccount', awsAccount, buildAwsAccountStatus())
  const name = `env-${access.accountNumber}`
  await store.apply('Environment', {
    name,
    labels: {},
    spec: { displayName: 'On moto', awsAccount: 'account-1', spotStrategy: 'ALL', overrides: [] },
  })
  const reconcile = createEnvironmentReconciler({
    store,
    cloud: moto.cloud,
    agents: new FakeAgents(clock, new MemoryBooter(), masterKey),
    planner: simulationPlanner,
    clock,
    masterKey,
    log: silentLogger,
    controlCidrs: ['203.0.113.0/24'],
    spotWarnings: new ReceiverOutcomes(),
  })
  const account = moto.cloud.account(access)

  const environment = {
    account,
    /** Of all that is the environment's. */
    tags: { [ownerTag]: ownerValue, [environmentTag]: name },
    async status() {
      const status = (await store.get('Environment', name))?.status
      if (!status) throw new Error('The environment has no status.')
      return status
    },
    deploy: (...applications: ApplicationSpec[]) =>
      store.apply('Deployment', {
        name: `${name}-1`,
        labels: { [environmentLabel]: name },
        spec: { environment: name, sequence: 1, applications },
      }),
    /** Passes, with the time between them. @throws after two hundred of them */
    async runUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
      for (let pass = 0; pass < 200; pass++) {
        const { requeueAfterSeconds = 1 } = await reconcile(name)
        await clock.advance(requeueAfterSeconds * 1000)
        if (await condition()) return
      }
      throw new Error(
        `Not within 200 passes: ${what}. ${JSON.stringify(await environment.status(), null, 1)}`,
      )
    },
  }
  return environment
}
