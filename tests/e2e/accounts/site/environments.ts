import type { HumanActor } from '../../../../app/services/actor/actor'
import type { Services } from '../../../../app/services/services'
import { billOf } from '../../../../core/charges/bill'
import { billedOf } from '../../../../core/resources/billed'
import type { AwsAccountStatus } from '../../../../core/resources/aws-account'
import { ApplicationVersion } from '../../../../db/models/application-version'
import { AwsAccount } from '../../../../db/models/aws-account'
import { Environment } from '../../../../db/models/environment'
import { Deployment } from '../../../../db/models/deployment'
import { LogMessage } from '../../../../db/models/log-message'
import { keepSample } from '../../../../db/queries/environment-samples'
import { buildDeletedEnvironment, buildDeployment } from '../../../builders/deployment-core'
import { buildAwsAccountStatus, buildEnvironmentStatus } from '../../../builders/resource-status'

type ApplicationRoleProblems = AwsAccountStatus['applicationRoles']

let count = 0

/** Makes what teams have, as it stands in the database once the controller has done its part. */
export function createEnvironments(services: Services) {
  /** An AWS account in order, with an environment in it, of the team of `actor`. */
  async function create(
    actor: HumanActor,
    { environmentName = 'Production', accountName = 'Main account' } = {},
  ) {
    const { id: awsAccountId = '' } = await services.awsAccounts.createAwsAccount(actor, {
      name: accountName,
      awsAccountNumber: String(111_122_220_000 + ++count),
    })
    await AwsAccount.update({ state: 'SUCCESS' }, { where: { id: awsAccountId } })
    const { id = '' } = await services.environments.createEnvironment(actor, {
      environmentName,
      awsAccountId,
      firstDeployMessageApproved: true,
    })
    return { id, awsAccountId }
  }

  /** Runs two processes each of new applications of these names, every one with a load balancer for its port. */
  async function deploy(
    actor: HumanActor,
    environmentId: string,
    names: string[],
    roles: Record<string, string> = {},
    versionName = 'v1',
  ): Promise<string[]> {
    const environment = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
    const versions: ApplicationVersion[] = []
    for (const applicationName of names) {
      const { id } = await services.applications.createApplication(actor, {
        applicationName,
        cpuCount: '0.25',
        memoryMb: '300',
        numProcesses: '2',
        dockerBaseUrl: 'sdo/sample',
        exposedPortsV2: [{ port: '8080' }],
        roles,
      })
      const { integrationId } = await services.applications.getApplication(actor, id)
      await services.applications.declareVersion(actor, {
        integrationId,
        dockerImageTag: '1',
        versionName,
        autoDeploy: false,
      })
      versions.push(await ApplicationVersion.findOne({ where: { applicationId: id }, rejectOnEmpty: true }))
    }
    const deployment = await buildDeployment(environment, versions)
    const ids = versions.map(({ applicationId }) => applicationId)
    const status = buildEnvironmentStatus({
      processes: ids.flatMap((applicationId) =>
        ['1', '2'].map((number) => ({
          id: `${applicationId}-${number}`,
          applicationId,
          releaseId: 'release',
          deployment: deployment.id,
          clientToken: 'token',
          phase: 'Serving' as const,
          requestedEpoch: 0,
          ports: [],
          restarts: 0,
        })),
      ),
      imageDigests: ids.map((applicationId, index) => ({
        applicationId,
        image: 'sdo/sample',
        tag: '1',
        digest: `sha256:${String(index % 10).repeat(64)}`,
      })),
      loadBalancers: ids.map((applicationId, index) => ({
        applicationId,
        port: 8080,
        loadBalancerId: `load-balancer-${index + 1}`,
        url: `http://load-balancer-${index + 1}.elb.example.com`,
      })),
    })
    await environment.update({ status, statusType: 'READY', statusMessage: 'Healthy' })
    return ids
  }

  /** Logs what happens when an environment is made, and a deployment in it that somebody asked for. */
  async function giveLog(actor: HumanActor, environmentId: string): Promise<void> {
    const deployment = await Deployment.findOne({ where: { environmentId }, rejectOnEmpty: true })
    await deployment.update({ requestedBy: actor.userId })
    const begun = deployment.startedAt?.getTime() ?? 0
    const lines = [
      ['network', 'INFO', 'The network of the environment was created.', begun - 10 * 60_000],
      [
        'network',
        'ERROR',
        'AWS refuses another load balancer: the quota of the account is used up.',
        begun - 9 * 60_000,
      ],
      ['deployment', 'INFO', 'Deployment begins: shop gets version v1.', begun],
      ['deployment', 'INFO', 'Deployment complete.', begun],
    ] as const
    await LogMessage.bulkCreate(
      lines.map(([type, severity, message, epoch], index) => ({
        environmentId,
        sequence: index + 1,
        type,
        severity,
        message,
        createdAt: new Date(epoch),
      })),
    )
  }

  const historyEpoch = (costs: number[], index: number) =>
    Date.now() - (10 * 24 * 60 * 60_000 * (costs.length - index)) / costs.length

  /** Has it cost these USD an hour in turn in ten days. */
  async function giveSamples(environmentId: string, costs: number[]): Promise<void> {
    const { sequelize } = Environment
    if (!sequelize) throw new Error('The database is not connected.')
    for (const [index, costPerHour] of costs.entries()) {
      const figures = { instancesPerHour: costPerHour, numInstances: 1 + (index % 3), numLoadBalancers: 0 }
      const instancesPerHour = costPerHour - billOf(figures).addressesAndDisks
      await keepSample(
        sequelize,
        environmentId,
        { ...figures, instancesPerHour, metered: { logBytes: index * 3e9, capacityUnitHours: index * 7 } },
        new Date(historyEpoch(costs, index)),
      )
    }
  }

  /** Nothing of one that is being deleted is left. */
  async function finishDeletion(environmentId: string): Promise<void> {
    await buildDeletedEnvironment(await Environment.findByPk(environmentId, { rejectOnEmpty: true }))
  }

  /**
   * Gives it ten days in which instances came and went, and `costs` were due in turn, in USD an hour.
   *
   * @returns what it costs now: the last of them for its instances, and the rest of the bill
   */
  async function giveHistory(environmentId: string, costs: number[]): Promise<number> {
    await giveSamples(environmentId, costs)
    await LogMessage.bulkCreate(
      costs.map((costPerHour, index) => ({
        environmentId,
        sequence: index + 1,
        type: 'network' as const,
        severity: 'INFO' as const,
        message: `Moving 2 × shop (version v1) from i-0${index}a1b2c3d4e5f6a7 to 1 × t4g.small Spot: saves $0.0123/h.`,
        fleetChange: index % 2 === 0 ? ('move' as const) : ('launch' as const),
        savingPerHour: index % 2 === 0 ? costPerHour / 4 : -costPerHour,
        createdAt: new Date(historyEpoch(costs, index)),
      })),
    )
    const environment = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
    const proof = { costPerHour: 0.1004, lowerBoundPerHour: 0.1 }
    const costPerHour = costs.at(-1) ?? 0
    const strategyCosts = {
      fingerprint: 'all',
      wanted: 'wanted',
      plannedEpoch: Date.now() - 3.5 * 60_000,
      costs: [{ spotStrategy: 'ALL' as const, costPerHour }],
    }
    const before = buildEnvironmentStatus(environment.status ?? {})
    const last = costs.length - 1
    const metered = { epoch: Date.now(), logBytes: last * 3e9, capacityUnitHours: last * 7 }
    const status = { ...before, costPerHour, strategyCosts, proof, metered }
    await environment.update({ status })
    return billOf(billedOf(status)).total
  }

  /** Everything in it serves, and its first process is in a crash loop. */
  async function keepCrashing(environmentId: string): Promise<void> {
    const environment = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
    const status = buildEnvironmentStatus(environment.status ?? {})
    const available = {
      type: 'Available' as const,
      status: 'True' as const,
      reason: 'Ready' as const,
      message: '',
      lastTransitionTime: new Date().toISOString(),
      observedGeneration: 1,
    }
    const processes = status.processes.map((process, index) =>
      index === 0 ? { ...process, restarts: 4, crashLoopEpoch: Date.now() } : process,
    )
    await environment.update({
      statusType: 'FAILURE',
      statusMessage: 'A process of shop keeps crashing.',
      status: { ...status, processes, conditions: [available] },
    })
  }

  /** AWS lets nobody look at the roles of the account, for this reason. */
  async function lockOut(awsAccountId: string, reason: string): Promise<void> {
    const status = buildAwsAccountStatus({
      phase: 'Failure',
      message: reason,
      isExaminationRoleIncorrect: true,
      roles: [],
    })
    await AwsAccount.update({ state: 'FAILURE', status }, { where: { id: awsAccountId } })
  }

  /** The account is in order, but processes cannot have these roles of applications. */
  async function faultRoles(awsAccountId: string, applicationRoles: ApplicationRoleProblems): Promise<void> {
    const status = buildAwsAccountStatus({ phase: 'Ready', applicationRoles })
    await AwsAccount.update({ status }, { where: { id: awsAccountId } })
  }

  return {
    create,
    deploy,
    giveHistory,
    giveSamples,
    finishDeletion,
    keepCrashing,
    giveLog,
    lockOut,
    faultRoles,
  }
}
