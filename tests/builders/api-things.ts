import type { HumanActor } from '../../app/services/actor/actor'
import { deploymentStates, type DeploymentState } from '../../core/resources/wire-states'
import { Deployment } from '../../db/models/deployment'
import { Webhook } from '../../db/models/webhook'
import { builtPassword, type buildAccountServices } from './accounts'
import { buildPerson } from './actors'
import { buildDeployment, buildReadyAccount } from './deployment-core'
import { buildExternalNetwork } from './external-networks'
import { buildHostedZone, linkZone } from './hosted-zones'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildTrust,
  buildVersion,
} from './team-rows'

const { QUEUED, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

let made = 0
export const newName = (): string => `thing_${++made}`
export const newEmail = (): string => `${newName()}@example.com`

export const webhookUrl = 'https://hooks.example.com/services/T0/B0'

/** What `make` gives at first, ever after. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let promise: Promise<Made> | undefined
  return () => (promise ??= make())
}

/** Something in the database for a call of `admin` to be about: with each call another one. */
export function buildThings(bench: ReturnType<typeof buildAccountServices>, admin: HumanActor) {
  /** One for all environments: a team may have only so many. */
  const history = once(async () => {
    const [environment, application] = [await things.environment(), await things.application()]
    const retired = await buildDeployment(environment, [await buildVersion(application)], RETIRED)
    await buildDeployment(environment, [await buildVersion(application, 'v2')])
    return { environment, application, environmentVersionId: retired.environmentVersionId ?? '' }
  })
  const deploymentIn = async (state: DeploymentState) => {
    const { environment } = await things.quietHistory()
    const deployment = await buildQueuedDeployment(environment, [addVersion(await things.version())])
    return deployment.update({ state })
  }
  const things = {
    awsAccount: () => buildReadyAccount(admin, newName()),
    /** For what changes nothing of the account: a team may have only so many. */
    sharedAccount: once(() => buildReadyAccount(admin, newName())),
    environment: async () => buildEnvironment(await things.sharedAccount(), newName()),
    hostedZone: async () => buildHostedZone(await things.sharedAccount()),
    externalNetwork: async () => buildExternalNetwork(await things.sharedAccount()),
    /** An environment that has a name in a zone. */
    namedEnvironment: async () => {
      const environment = await things.environment()
      await linkZone(environment, await things.hostedZone())
      return environment
    },
    application: () => buildApplication(admin.teamId, newName()),
    version: async () => buildVersion(await things.application()),
    /** An environment in which the second version of an application has replaced the first, as it is while nothing waits. */
    quietHistory: async () => {
      const { environment, application, environmentVersionId } = await history()
      const waiting = [QUEUED, FAILED, AWAITING_APPROVAL]
      await Deployment.destroy({ where: { environmentId: environment.id, state: waiting } })
      return { environment, application, environmentVersionId }
    },
    /** What an environment runs, for another one to run as well. */
    source: async () => {
      const live = await buildDeployment(await things.environment(), [await things.version()])
      return live.environmentVersionId ?? ''
    },
    /** Where it is to run. */
    target: async () => buildEnvironment(await things.sharedAccount(), newName()),
    queued: () => deploymentIn(QUEUED),
    failed: () => deploymentIn(FAILED),
    /** Nobody knows who asked for it. */
    awaiting: () => deploymentIn(AWAITING_APPROVAL),
    webhook: async () => {
      const { webhook } = await bench.webhooks.getWebhook(admin)
      if (!webhook) await bench.webhooks.createWebhook(admin, { url: webhookUrl })
    },
    noWebhook: () => Webhook.destroy({ where: { teamId: admin.teamId } }),
    /** Somebody else of the team, by their id. */
    person: () => things.invited(),
    /** Somebody of the team who has not joined yet, by their id. */
    invited: async () => {
      const person = { name: 'Max', email: newEmail(), password: builtPassword }
      return (await bench.users.createHumanUser(admin, person)).id ?? ''
    },
    secondAdmin: () => buildPerson(admin.teamId, { isAdmin: true }),
    /** Somebody of the team, for a call that is about its caller. */
    teammate: () => buildPerson(admin.teamId),
    /** Somebody with the password that is known, for a call that is about its caller's login or whole team. */
    somebody: () => bench.registerVerified(newEmail()),
    /** Somebody whose address is not verified yet. */
    newcomer: () => bench.register(newEmail()),
    integration: async () => (await bench.users.createIntegrationUser(admin, { name: newName() })).id,
    token: async () => {
      const id = await things.integration()
      await bench.users.createIntegrationToken(admin, id)
      const { tokens } = await bench.users.getIntegrationUser(admin, id)
      return tokens[0]?.id ?? ''
    },
    trust: async () => buildTrust(await things.integration()),
  }
  return things
}

export type Things = ReturnType<typeof buildThings>

/** The same things, but each only once: whatever calls are about them meet. */
export function shareThings(things: Things): Things {
  for (const [name, make] of Object.entries(things))
    Object.assign(things, { [name]: once<unknown>(make as () => Promise<unknown>) })
  return things
}
