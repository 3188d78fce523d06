import { choiceNames, choiceOf, valuesOf, type ChoiceName } from '../../../core/environment/choices'
import { loadBalancersPerHour } from '../../../core/environment/load-balancers-for'
import { requestMetricsPerHour } from '../../../core/environment/request-metrics'
import type { LoadBalancing } from '../../../core/resources/environment'
import { leadingBalancers } from '../../../core/resources/leading-balancers'
import { rulesOf } from '../../../core/deployment/rules'
import type { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { networkLinkSettings } from '../external-networks/external-network-views'
import { revisionOf } from '../revisions/revision'
import type { ChoiceViews, EnvironmentDetail } from './environment-views'
import { listExternalNetworkLinks } from './list-external-network-links'
import { listHostedZoneLinks } from './list-hosted-zone-links'
import { notificationSettings } from './notification-settings'
import { readSleepView } from './sleep-view'
import { readEnvironmentStatus } from './to-environment-status-json'
import { requireOwn } from '../access/own'

export async function getEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentDetail> {
  const environment = await requireOwn('environment', actor, id)
  const awsAccount = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  const externalNetworks = await listExternalNetworkLinks(dependencies, environment)
  const { strategyCosts } = environment.status ?? {}
  return {
    id: environment.id,
    name: environment.name,
    awsAccountId: awsAccount.id,
    awsAccountName: awsAccount.name,
    awsAccountNumber: awsAccount.accountNumber,
    status: await readEnvironmentStatus(environment),
    ...toChoiceViews(environment),
    strategiesPlannedEpoch: strategyCosts?.costs.length ? strategyCosts.plannedEpoch : undefined,
    hostedZones: await listHostedZoneLinks(environment),
    externalNetworks,
    linkedNetworksRevision: revisionOf(
      networkLinkSettings(externalNetworks.filter(({ isSelected }) => isSelected)),
    ),
    protection: await readProtection(environment, actor),
    sleep: await readSleepView(dependencies.sequelize, environment, dependencies.clock.now()),
    ...rulesOf(environment),
    mailEvents: environment.mailEvents,
    webhookEvents: environment.webhookEvents,
    notificationsRevision: revisionOf(notificationSettings(environment)),
    createdEpoch: environment.createdAt.getTime(),
  }
}

/** Choices by which the planner chooses instances. */
const plannedChoices = ['spotStrategy', 'goesOnWithout'] as const

/** The values of each choice, with what the instances would cost under it and the other choices as they are, where that was planned. */
function toChoiceViews(environment: Environment): ChoiceViews {
  const { costs = [], others = [] } = environment.status?.strategyCosts ?? {}
  const { goesOnWithout } = environment
  const planned = [...costs.map((cost) => ({ ...cost, goesOnWithout })), ...others]
  const costWith = (chosen: ChoiceName, value: string) =>
    planned.find((plan) =>
      plannedChoices.every((name) => plan[name] === (name === chosen ? value : environment[name])),
    )?.costPerHour
  const numPorts = environment.status ? leadingBalancers(environment.status).length : 0
  const chargedFor = (name: ChoiceName, value: string) => {
    switch (name) {
      case 'loadBalancing':
        return { loadBalancersPerHour: loadBalancersPerHour(numPorts, value as LoadBalancing) }
      case 'requestMetrics':
        return { metricsPerHour: value === 'CLOUDWATCH' ? requestMetricsPerHour(numPorts) : 0 }
      default:
        return { instancesPerHour: costWith(name, value) }
    }
  }
  const views = choiceNames.map((name) => {
    const { list, each } = choiceOf(name)
    const toOption = (value: string) => ({
      [each]: value,
      selected: value === environment[name],
      ...chargedFor(name, value),
    })
    return [list, valuesOf(name).map(toOption)]
  })
  return Object.fromEntries(views) as ChoiceViews
}

async function readProtection(
  { teamId, isProtected, unprotectRequestedBy: id }: Environment,
  actor: HumanActor,
): Promise<EnvironmentDetail['protection']> {
  const asker = id === null ? null : await User.findOne({ where: { id, teamId, isAdmin: true } })
  return {
    isProtected,
    endRequestedBy: asker?.name,
    isOwnRequest: asker?.id === actor.userId,
  }
}
