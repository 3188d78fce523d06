import { goesOnWithouts, spotStrategies, type GoesOnWithout } from '../../../core/resources/environment'
import { rulesOf } from '../../../core/deployment/rules'
import type { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { networkLinkSettings } from '../external-networks/external-network-views'
import { revisionOf } from '../revisions/revision'
import type { EnvironmentDetail } from './environment-views'
import { listExternalNetworkLinks } from './list-external-network-links'
import { listHostedZoneLinks } from './list-hosted-zone-links'
import { notificationSettings } from './notification-settings'
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
    spotAllowanceCategories: spotStrategies.map((category) => ({
      category,
      selected: category === environment.spotStrategy,
      instancesPerHour: strategyCosts?.costs.find(({ spotStrategy }) => spotStrategy === category)
        ?.costPerHour,
    })),
    goesOnWithouts: goesOnWithouts.map((goesOnWithout) => ({
      goesOnWithout,
      selected: goesOnWithout === environment.goesOnWithout,
      instancesPerHour: costWithout(environment, goesOnWithout),
    })),
    strategiesPlannedEpoch: strategyCosts?.costs.length ? strategyCosts.plannedEpoch : undefined,
    hostedZones: await listHostedZoneLinks(environment),
    externalNetworks,
    linkedNetworksRevision: revisionOf(
      networkLinkSettings(externalNetworks.filter(({ isSelected }) => isSelected)),
    ),
    protection: await readProtection(environment, actor),
    ...rulesOf(environment),
    mailEvents: environment.mailEvents,
    webhookEvents: environment.webhookEvents,
    notificationsRevision: revisionOf(notificationSettings(environment)),
    createdEpoch: environment.createdAt.getTime(),
  }
}

/** What the instances would cost under the present Spot strategy, where that was planned. */
function costWithout(
  { status, spotStrategy: present, goesOnWithout }: Environment,
  asked: GoesOnWithout,
): number | undefined {
  const { costs = [], others = [] } = status?.strategyCosts ?? {}
  const planned = asked === goesOnWithout ? costs : others.filter((one) => one.goesOnWithout === asked)
  return planned.find(({ spotStrategy }) => spotStrategy === present)?.costPerHour
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
