import type { Difference } from '../../../core/deployment/difference'
import type { ApplicationSpec } from '../../../core/resources/application'
import { vcpuShortage } from '../../../core/resources/vcpu-shortage'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import type { ChangeEffects } from './change-effects-views'
import { priceDifference } from './price-difference'

/** What a change of contents makes of an environment besides them. */
export const effectsOf = async (
  difference: Difference,
  environment: Environment,
  priceOf = priceDifference,
): Promise<ChangeEffects> => ({
  atMostPerHour: priceOf(difference, environment),
  vcpuShortage: await newVcpuShortage(difference, environment),
})

/** What a change does not leave quotas for, unless it was as short before. */
async function newVcpuShortage(
  { applications, spotStrategy }: Difference,
  environment: Environment,
): Promise<string | undefined> {
  const account = await AwsAccount.findByPk(environment.awsAccountId)
  const sidesOf = (side: 'before' | 'after') =>
    vcpuShortage(
      account?.status?.preflight,
      applications.flatMap((one): ApplicationSpec[] => (one[side] ? [one[side]] : [])),
      spotStrategy?.[side] ?? environment.spotStrategy,
    )
  const after = sidesOf('after')
  return after === sidesOf('before') ? undefined : after
}
