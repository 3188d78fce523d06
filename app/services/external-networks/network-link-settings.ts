import type { Told } from '../revisions/revision'

/** The external networks with which an environment is to be connected. */
interface NetworkLinkSettings {
  newLinks: string[]
}

export const networkLinkSettings = (
  networks: readonly { vpcId: string; region: string }[],
): NetworkLinkSettings => ({ newLinks: networks.map(({ vpcId, region }) => `${vpcId} (${region})`).sort() })

export const toldNetworkLinks: Told<NetworkLinkSettings> = { newLinks: ['External networks'] }
