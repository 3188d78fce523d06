import type { DryRunWrite } from '../../../core/roles/environment-manager/ec2-writes'
import type { QuotaName } from '../../../core/aws/quotas'
import type { CloudError } from './errors'

/** What AWS said about writes that it was asked about, and did not do. */
export interface DryRuns {
  asked: DryRunWrite[]
  refused: { write: DryRunWrite; error: CloudError }[]
}

/** Questions about an account before anything is made in it. Each is answered or fails for itself. */
export interface Preflight {
  /**
   * Asks AWS about the writes of EC2, one after another, without doing them: about what would be made, in a network of ours if there is one.
   * @param isThorough also about those for which nothing of ours is there. AWS then takes names of nothing: whether the role allows it
   * remains unknown, but not whether AWS or a policy above the account refuses it. Each such question is a refusal in the account's log.
   * @throws CloudError throttled, unavailable; access-denied where the role cannot be taken
   */
  dryRun(isThorough: boolean): Promise<DryRuns>
  /** How many of something the account may have. */
  quota(name: QuotaName): Promise<number>
  countLoadBalancers(): Promise<number>
  /** ARN of the account's own key for new disks; undefined where it is AWS's. */
  ownDiskKey(): Promise<string | undefined>
}
