import type { Logger } from '../../core/logging/logger'
import type { AwsAccount } from '../../core/resources/aws-account'
import type { Clock } from '../../core/time/clock'
import { CloudError, type Cloud, type Interruption, type Interruptions } from '../cloud/cloud'
import type { SharedLooks } from '../cloud/shared-looks'
import type { WarningRecorder } from './record-warnings'
import type { SpotHolders } from './spot-holders'

export interface ReceiverDependencies {
  cloud: Pick<Cloud, 'account'>
  /** Told of each warning: what environments know of the account is from before it. */
  sharedLooks?: Pick<SharedLooks, 'distrust'>
  clock: Pick<Clock, 'now'>
  log: Logger
  holders: SpotHolders
  recorder: WarningRecorder
  /** Somebody is to look at the environment: something stands in its status. */
  wake(environment: string): void
  /** Between two times that the subscription is made sure of: nobody is told when it is gone. */
  subscriptionSeconds: number
}

/** The queue hands out so many warnings at once: as many mean that there may be more. */
const fullBatch = 10
/** Calls under way at a time to empty a queue that holds many. */
const drainers = 16
/** Warnings that are being written down, at most; the others wait in the queue, where nothing is lost. */
const mostInHand = 20_000

/**
 * Hears the Spot warnings of one account: received, written down in the status of the environment, then deleted from the queue, then the
 * environment is woken. Whoever dies in between leaves the warning in the queue, and writing it down again changes nothing.
 */
export class AccountReceiver {
  private subscribedEpoch = 0
  private readonly inHand = new Set<Promise<void>>()
  private countInHand = 0

  constructor(
    private readonly account: Pick<AwsAccount, 'metadata' | 'spec'>,
    private readonly dependencies: ReceiverDependencies,
  ) {}

  /**
   * Waits for warnings up to `waitSeconds`, and takes in all that are there.
   * @throws CloudError what AWS refuses
   */
  async receive(waitSeconds: number, signal?: AbortSignal): Promise<void> {
    const interruptions = this.interruptions()
    await this.ensureSubscription(interruptions)
    if (signal?.aborted) return
    const count = await this.takeIn(interruptions, waitSeconds, signal)
    if (count === fullBatch) await this.empty(interruptions, signal)
  }

  /** Resolves when all that was received is written down, or left in the queue. */
  async finish(): Promise<void> {
    while (this.inHand.size > 0) await Promise.all(this.inHand)
  }

  private interruptions(): Interruptions {
    return this.dependencies.cloud.account(this.account.spec).interruptions
  }

  private async ensureSubscription(interruptions: Interruptions): Promise<void> {
    const { clock, subscriptionSeconds } = this.dependencies
    if (clock.now() - this.subscribedEpoch < subscriptionSeconds * 1000) return
    await interruptions.ensureSubscription()
    this.subscribedEpoch = clock.now()
  }

  private async empty(interruptions: Interruptions, signal?: AbortSignal): Promise<void> {
    const drain = async () => {
      while (!signal?.aborted) if ((await this.takeIn(interruptions, 0, signal)) < fullBatch) return
    }
    await Promise.all(Array.from({ length: drainers }, drain))
  }

  /** Answers how many messages came. They are written down while the next ones are received. */
  private async takeIn(
    interruptions: Interruptions,
    waitSeconds: number,
    signal?: AbortSignal,
  ): Promise<number> {
    while (this.countInHand > mostInHand) await Promise.race(this.inHand)
    const received = await interruptions.receive({ waitSeconds, signal }).catch((error: unknown) => {
      // Somebody deleted the queue: it is made anew at the next look.
      if (error instanceof CloudError && error.kind === 'not-found') this.subscribedEpoch = 0
      throw error
    })
    if (received.length > 0) this.dependencies.sharedLooks?.distrust(this.account.spec)
    this.countInHand += received.length
    const handling = this.settle(interruptions, received).finally(() => {
      this.countInHand -= received.length
      this.inHand.delete(handling)
    })
    this.inHand.add(handling)
    return received.length
  }

  private async settle(interruptions: Interruptions, received: Interruption[]): Promise<void> {
    const { log, wake } = this.dependencies
    const done = (await Promise.all(received.map((warning) => this.record(warning)))).flat()
    if (done.length === 0) return
    try {
      await interruptions.acknowledge(done.map(({ receipt }) => receipt))
    } catch (error) {
      // The message comes again, and is found written down.
      log.warn({ err: error, awsAccount: this.account.metadata.name }, 'Warnings could not be acknowledged.')
    }
    for (const environment of new Set(done.flatMap(({ environment }) => environment ?? []))) wake(environment)
  }

  /**
   * Records a warning.
   *
   * @returns receipts of messages that need not come again; a warning about an instance that nobody knows yet, or that could not be written
   * down, must
   */
  private async record(warning: Interruption): Promise<{ receipt: string; environment?: string }[]> {
    const { holders, recorder, clock, log } = this.dependencies
    const { name } = this.account.metadata
    const { instanceId, receipt, terminateEpoch } = warning
    const environment = holders.environmentOf(name, instanceId)
    try {
      if (environment !== undefined && (await recorder.record(environment, warning)))
        return [{ receipt, environment }]
    } catch (error) {
      log.error({ err: error, awsAccount: name, environment, instanceId }, 'A warning was not written down.')
      return []
    }
    // Another's instance, or one of ours that is gone.
    return clock.now() > terminateEpoch ? [{ receipt }] : []
  }
}
