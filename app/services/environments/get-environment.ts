import { spotStrategies } from '../../../core/resources/environment'
import { AwsAccount } from '../../../db/models/aws-account'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentDetail } from './environment-views'
import { listExternalNetworkLinks } from './list-external-network-links'
import { listHostedZoneLinks } from './list-hosted-zone-links'
import { toEnvironmentStatusJson } from './to-environment-status-json'

export async function getEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentDetail> {
  const environment = await requireEnvironment(actor, id)
  const awsAccount = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  return {
    id: environment.id,
    name: environment.name,
    awsAccountId: awsAccount.id,
    awsAccountName: awsAccount.name,
    awsAccountNumber: awsAccount.accountNumber,
    status: toEnvironmentStatusJson(environment),
    spotAllowanceCategories: spotStrategies.map((category) => ({
      category,
      selected: category === environment.spotStrategy,
    })),
    hostedZones: await listHostedZoneLinks(environment),
    externalNetworks: await listExternalNetworkLinks(dependencies, environment),
    watchMinutes: environment.watchMinutes,
    mailEvents: environment.mailEvents,
    createdEpoch: environment.createdAt.getTime(),
  }
}
