import { listAccountChoices } from '../aws-accounts/list-account-choices'
import { bindServices, type Dependencies } from '../dependencies'
import { createHostedZone } from './create-hosted-zone'
import { deleteHostedZone } from './delete-hosted-zone'
import { getHostedZone } from './get-hosted-zone'
import { linkHostedZone } from './link-hosted-zone'
import { unlinkHostedZone } from './unlink-hosted-zone'

export const hostedZoneServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createHostedZone,
    deleteHostedZone,
    getHostedZone,
    getHostedZoneCreateIndex: listAccountChoices,
    linkHostedZone,
    unlinkHostedZone,
  })
