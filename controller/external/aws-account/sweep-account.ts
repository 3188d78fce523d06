import { environmentTag, ownerTag, ownerValue, type Tags } from '../../../core/aws/ownership'
import type { AwsAccount } from '../../../core/resources/aws-account'
import { CloudError, type CloudAccount } from '../../cloud/cloud'
import {
  describeRemains,
  filterRemains,
  listAllRemains,
  type Remains,
} from '../../environment/removal/remains'
import { removeFound } from '../../environment/removal/remove-remains'
import type { AwsAccountDependencies } from './aws-account-status'

/** Between two looks for leftovers in an account. */
const sweepIntervalSeconds = 3600
/** Of an account in which something was found: what uses a thing goes first, and the thing itself later. */
const busyIntervalSeconds = 300

type SweepDependencies = Pick<AwsAccountDependencies, 'cloud' | 'store' | 'clock' | 'log' | 'leftovers'>

/** Looks in accounts for what environments that are no more left there, such as an instance of which AWS said that it was not there. */
export class AccountSweep {
  private readonly dueEpoch = new Map<string, number>()

  constructor(private readonly dependencies: SweepDependencies) {}

  /** Removes what is left of environments that were deleted, and says what is marked as that of environments that nobody knows. Never rejects. */
  async sweep(account: AwsAccount): Promise<void> {
    const { clock, log, leftovers } = this.dependencies
    const { name } = account.metadata
    if (!leftovers || clock.now() < (this.dueEpoch.get(name) ?? 0)) return
    try {
      const found = await this.findLeftovers(this.dependencies.cloud.account(account.spec))
      leftovers.count(
        name,
        found.reduce((sum, { remains }) => sum + countOf(remains), 0),
      )
      const seconds = found.length > 0 ? busyIntervalSeconds : sweepIntervalSeconds
      this.dueEpoch.set(name, clock.now() + seconds * 1000)
      const deleted = new Set(
        found.length > 0 ? await leftovers.whichWereDeleted(found.map(({ environment }) => environment)) : [],
      )
      for (const { environment, remains } of found) await this.settle(account, environment, remains, deleted)
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      log.warn({ err: error, awsAccount: name }, 'The account could not be searched for leftovers.')
      this.dueEpoch.set(name, clock.now() + sweepIntervalSeconds * 1000)
    }
  }

  private async settle(
    account: AwsAccount,
    environment: string,
    remains: Remains,
    deleted: ReadonlySet<string>,
  ): Promise<void> {
    const { cloud, log } = this.dependencies
    const about = {
      awsAccount: account.metadata.name,
      accountNumber: account.spec.accountNumber,
      environment,
      found: describeRemains(remains),
    }
    if (!deleted.has(environment))
      return log.warn(
        about,
        'The account has what carries the tags of an environment that nobody knows. It is left as it is: delete it if nobody needs it.',
      )
    log.warn(about, 'The account has what is left of a deleted environment. It is removed.')
    await removeFound(cloud.account(account.spec), remains)
  }

  /** By environment, those that there are left out. */
  private async findLeftovers(account: CloudAccount) {
    const all = await listAllRemains(account, { [ownerTag]: ownerValue })
    const present = new Set(
      (await this.dependencies.store.list('Environment')).map(({ metadata }) => metadata.name),
    )
    const names = new Set(
      Object.values(all).flatMap((things: { tags: Tags }[]) =>
        things.map(({ tags }) => tags[environmentTag] ?? ''),
      ),
    )
    return [...names]
      .filter((environment) => environment !== '' && !present.has(environment))
      .map((environment) => ({
        environment,
        remains: filterRemains(all, ({ tags }) => tags[environmentTag] === environment),
      }))
  }
}

const countOf = (remains: Remains): number =>
  Object.values(remains).reduce((sum, things: unknown[]) => sum + things.length, 0)
