import { z } from 'zod'
import { accountChoicesSchema } from '../aws-accounts/aws-account-views'

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
