import { z } from 'zod'
import { accountChoicesSchema } from '../aws-accounts/aws-account-views'

/** The choices of the form for a new external network. */
export const externalNetworkCreateIndexSchema = accountChoicesSchema.extend({
  validRegions: z.array(z.string()),
})

export const externalNetworkViewSchema = z.object({
  id: z.string(),
  vpcId: z.string(),
  region: z.string(),
  dependentEnvironmentNames: z.array(z.string()),
})

export type ExternalNetworkCreateIndex = z.infer<typeof externalNetworkCreateIndexSchema>
export type ExternalNetworkView = z.infer<typeof externalNetworkViewSchema>
