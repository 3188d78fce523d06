import { z } from 'zod'
import { accountChoicesSchema } from '../aws-accounts/aws-account-views'
import type { Told } from '../revisions/revision'

/** The choices of the form for a new external network. */
export const externalNetworkCreateIndexSchema = accountChoicesSchema.extend({
  validRegions: z.array(z.string()),
})

export type ExternalNetworkCreateIndex = z.infer<typeof externalNetworkCreateIndexSchema>

export interface ExternalNetworkView {
  id: string
  vpcId: string
  region: string
  dependentEnvironmentNames: string[]
}

/** The external networks with which an environment is to be connected. */
interface NetworkLinkSettings {
  newLinks: string[]
}

export const networkLinkSettings = (
  networks: readonly { vpcId: string; region: string }[],
): NetworkLinkSettings => ({ newLinks: networks.map(({ vpcId, region }) => `${vpcId} (${region})`).sort() })

export const toldNetworkLinks: Told<NetworkLinkSettings> = { newLinks: ['External networks'] }
