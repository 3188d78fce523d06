import { setMaxListeners } from 'node:events'
import type { AwsAccount } from '../../core/resources/aws-account'
import type { Environment } from '../../core/resources/environment'
import type { Clock } from '../../core/time/clock'
import { outcomeOfRefusal, type RetryLimits } from '../reconcile/cloud-refusal'
import { ready, waiting, type Outcome } from '../reconcile/outcome'
import type { Informer } from '../runtime/informer'
import type { ResourceStore } from '../store/store'
import { AccountReceiver, type ReceiverDependencies } from './account-receiver'
import { WarningRecorder } from './record-warnings'
import { SpotHolders } from './spot-holders'
import type { ReceiverOutcomes } from './receiver-outcomes'

interface ReceiversDependencies extends Omit<ReceiverDependencies, 'holders' | 'recorder' | 'clock'> {
  store: Pick<ResourceStore, 'get' | 'replaceStatus'>
  clock: Clock
  awsAccounts: Pick<Informer<AwsAccount>, 'get' | 'onChange'>
  environments: Pick<Informer<Environment>, 'get' | 'onChange' | 'list'>
  /** The environments that an account holds, by its name. */
  environmentsIn(awsAccount: string): Environment[]
  receiverOutcomes: ReceiverOutcomes
  limits: RetryLimits
}

/** Longest time in seconds that SQS holds a call open. */
const longPollSeconds = 20

interface Running {
  spec: AwsAccount['spec']
  stop: AbortController
  ended: Promise<void>
}

/**
 * Keeps one receiver for each account that holds Spot instances, until `signal` aborts. What one account is refused stops no other.
 *
 * @returns resolves when every warning that was received is written down or left in its queue
 */
export async function runReceivers(dependencies: ReceiversDependencies, signal: AbortSignal): Promise<void> {
  const { awsAccounts, environments, receiverOutcomes } = dependencies
  const holders = new SpotHolders()
  const recorder = new WarningRecorder({ ...dependencies, find: (name) => environments.get(name) })
  const running = new Map<string, Running>()

  const start = (account: AwsAccount): Running => {
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    setMaxListeners(0, either)
    const receiver = new AccountReceiver(account, { ...dependencies, holders, recorder })
    return { spec: account.spec, stop, ended: receive(receiver, account.metadata.name, either) }
  }
  const receive = async (receiver: AccountReceiver, name: string, either: AbortSignal): Promise<void> => {
    const say = (outcome: Outcome) => {
      if (receiverOutcomes.record(name, outcome))
        for (const { metadata } of dependencies.environmentsIn(name)) dependencies.wake(metadata.name)
    }
    await receiveUntil(receiver, dependencies, say, either)
    await receiver.finish()
  }
  const adjust = () => {
    if (signal.aborted) return
    const wanted = holders.accountsWithSpot()
    for (const [name, { spec, stop, ended }] of running) {
      const account = awsAccounts.get(name)
      const isSame = account?.spec.externalId === spec.externalId
      if (wanted.has(name) && isSame) continue
      stop.abort()
      running.delete(name)
      receiverOutcomes.forget(name)
      leaving.add(ended.finally(() => leaving.delete(ended)))
    }
    for (const name of wanted) {
      const account = awsAccounts.get(name)
      if (account && !running.has(name)) running.set(name, start(account))
    }
  }
  const leaving = new Set<Promise<void>>()

  for (const environment of environments.list()) holders.update(environment.metadata.name, environment)
  environments.onChange((name, environment) => {
    if (holders.update(name, environment)) adjust()
  })
  awsAccounts.onChange(adjust)
  adjust()
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.all([...leaving, ...[...running.values()].map(({ ended }) => ended)])
}

async function receiveUntil(
  receiver: AccountReceiver,
  { clock, log, limits }: ReceiversDependencies,
  say: (outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted)
    try {
      await receiver.receive(longPollSeconds, signal)
      say(ready)
    } catch (error) {
      if (signal.aborted) return
      const outcome = outcomeAfter(error, limits)
      if (outcome.kind === 'ready') continue
      if (outcome.reason === 'InternalError') log.error({ err: error }, 'Spot warnings could not be received')
      say(outcome)
      await clock.sleep(outcome.seconds * 1000, signal)
    }
}

/** The outcome for an account's environments of a failure to receive its warnings. */
export function outcomeAfter(error: unknown, limits: RetryLimits): Outcome {
  try {
    return outcomeOfRefusal(error, limits)
  } catch {
    return waiting('InternalError', 'Spot warnings cannot be received at the moment.', limits.stalledSeconds)
  }
}
