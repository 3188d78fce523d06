import type { HumanActor } from '../../../../app/services/actor/actor'
import { deploymentStates } from '../../../../core/resources/wire-states'
import { Application } from '../../../../db/models/application'
import { ApplicationVersion } from '../../../../db/models/application-version'
import { AwsAccount } from '../../../../db/models/aws-account'
import { Deployment } from '../../../../db/models/deployment'
import { Environment } from '../../../../db/models/environment'
import { Team } from '../../../../db/models/team'
import { buildPerson } from '../../../builders/actors'
import { buildInstance, buildProcess } from '../../../builders/environment-parts'
import { buildDeployment } from '../../../builders/deployment-core'
import { buildAwsAccountStatus, buildEnvironmentStatus } from '../../../builders/resource-status'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../builders/team-rows'
import type { createEnvironments } from './environments'

const { LIVE, FAILED, RETIRED, DEPLOYING, AWAITING_APPROVAL } = deploymentStates

/** Gives environments deployments, as the controller leaves them in the database. */
export function createDeployments(environments: ReturnType<typeof createEnvironments>) {
  /** An environment in an account that is in order, and the application `shop` with one version. */
  async function setUp(actor: HumanActor) {
    const { id } = await environments.create(actor)
    await Environment.update({ statusType: 'READY', statusMessage: 'Healthy' }, { where: { id } })
    const { id: versionId } = await buildVersion(await buildApplication(actor.teamId, 'shop'), 'Release 1')
    return { environmentId: id, versionId }
  }

  const find = async ({ environmentId, versionId }: { environmentId: string; versionId: string }) => ({
    environment: await Environment.findByPk(environmentId, { rejectOnEmpty: true }),
    version: await ApplicationVersion.findByPk(versionId, { rejectOnEmpty: true }),
  })

  return {
    setUp,

    /** All that were asked for have ended: the first is live, the others have failed before anybody could stop them. */
    async end(environmentId: string, message: string) {
      const output = ['Starting…', 'Error: DATABASE_URL is not set']
      const timeline = { network: 0, instances: 12_000, pulled: 20_000, started: 21_000 }
      await Deployment.update(
        { state: FAILED, stoppedBy: null, message, output, timeline },
        { where: { environmentId } },
      )
      await Deployment.update({ state: LIVE, message: 'Live' }, { where: { environmentId, sequence: 1 } })
    },

    /** The version was deployed twice, and the next one is under way. */
    async runThree(ids: Parameters<typeof find>[0]) {
      const { environment, version } = await find(ids)
      const next = await ApplicationVersion.create({
        id: crypto.randomUUID(),
        applicationId: version.applicationId,
        name: 'Release 2',
        dockerTag: '2',
      })
      const retired = await buildDeployment(environment, [version], RETIRED)
      await retired.update({ message: 'Replaced by deployment 2.' })
      const live = await buildDeployment(environment, [version])
      await live.update({ message: 'Live' })
      const { id, startedAt } = await buildDeployment(environment, [next], DEPLOYING)
      const own = { deployment: id, applicationId: version.applicationId, clientToken: 'one' }
      const startedEpoch = Date.now() - 23_000
      const begun = Number(startedAt)
      await Deployment.update({ timeline: { network: begun, instances: begun } }, { where: { id } })
      const message = 'GET /health on port 8080 answered 500.'
      const ill = { phase: 'Starting' as const, startedEpoch, healthyEpoch: undefined, message }
      await environment.update({
        status: buildEnvironmentStatus({
          instances: [buildInstance('one', { market: 'spot' })],
          processes: [
            buildProcess('shop-6', { ...own, ...ill }),
            buildProcess('shop-7', { ...own, phase: 'Serving' }),
          ],
        }),
      })
    },

    /** Two other environments of the account have the application live: Staging, and with it a worker that is nowhere else. */
    async addSources(ids: Parameters<typeof find>[0]) {
      const { environment, version } = await find(ids)
      const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
      const { teamId } = environment
      const worker = await buildVersion(await buildApplication(teamId, 'worker'), '1.0.0')
      const old = await buildVersion(await buildApplication(teamId, 'batch jobs of last year'), '0.1')
      const development = await buildEnvironment(account, 'Development')
      const staging = await buildEnvironment(account, 'Staging')
      await buildDeployment(development, [version])
      await buildDeployment(staging, [version, worker])
      await (await buildDeployment(environment, [version, old])).update({ message: 'Live' })
      return { staging: staging.id }
    },

    /** Somebody of the team has been told what deploying costs. */
    approveCost: ({ teamId }: HumanActor) =>
      Team.update({ deploymentCostApprovedAt: new Date() }, { where: { id: teamId } }),

    /** The environment runs the version alone. */
    async replaceAll(environmentId: string, versionId: string) {
      const { environment, version } = await find({ environmentId, versionId })
      await Deployment.update({ state: RETIRED }, { where: { environmentId } })
      await buildDeployment(environment, [version])
    },

    /** Another admin has asked for the first version, and it waits for approval. */
    async askForApproval(ids: Parameters<typeof find>[0]) {
      const { environment, version } = await find(ids)
      const another = await buildPerson(environment.teamId, { name: 'Eve', isAdmin: true })
      const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
      await deployment.update({ state: AWAITING_APPROVAL, requestedBy: another.userId })
      return { another: another.name, deploymentId: deployment.id }
    },

    /** Somebody gives the application more memory. */
    async edit(ids: Parameters<typeof find>[0]) {
      const { version } = await find(ids)
      await Application.update({ memoryMb: 512 }, { where: { id: version.applicationId } })
    },

    async queue(ids: Parameters<typeof find>[0], count: number) {
      const { environment, version } = await find(ids)
      for (let done = 0; done < count; done++) await buildQueuedDeployment(environment, [addVersion(version)])
    },

    /** The application ran and was removed; since then its version was cleaned out. */
    async runAndRemove(ids: Parameters<typeof find>[0]) {
      const { environment, version } = await find(ids)
      await buildDeployment(environment, [version], RETIRED)
      const removal = await buildDeployment(environment, [])
      const { applicationId } = version
      await removal.update({ changes: [{ type: 'remove', applicationId }], message: 'Live' })
      await version.destroy()
    },

    /** The stack with the roles is gone from the account. */
    async takeRolesAway(environmentId: string, messages: { environment: string; account: string }) {
      const environment = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
      const refusal = {
        type: 'CloudAccess',
        status: 'False' as const,
        reason: 'AccessDenied' as const,
        message: messages.environment,
        lastTransitionTime: new Date(0).toISOString(),
        observedGeneration: 1,
      }
      const status = buildEnvironmentStatus({ conditions: [refusal] })
      await environment.update({ status, statusType: 'FAILURE', statusMessage: messages.environment })
      const found = buildAwsAccountStatus({ phase: 'Failure', message: messages.account })
      await AwsAccount.update(
        { state: 'FAILURE', status: found },
        { where: { id: environment.awsAccountId } },
      )
    },
  }
}
