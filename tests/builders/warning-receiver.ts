import type { Environment } from '../../core/resources/environment'
import type { EnvironmentReconcilerOptions } from '../../controller/environment/reconcile-environment'
import { defaultLimits } from '../../controller/environment/policy'
import { AccountReceiver } from '../../controller/interruptions/account-receiver'
import { WarningRecorder } from '../../controller/interruptions/record-warnings'
import { outcomeAfter } from '../../controller/interruptions/run-receivers'
import { SpotHolders } from '../../controller/interruptions/spot-holders'
import type { ReceiverOutcomes } from '../../controller/interruptions/receiver-outcomes'
import { ready } from '../../controller/reconcile/outcome'

type Ports = Pick<EnvironmentReconcilerOptions, 'store' | 'cloud' | 'clock' | 'log' | 'limits'> & {
  spotWarnings: ReceiverOutcomes
}

/**
 * Hears the Spot warnings of all accounts once, without waiting, for a simulation that decides itself what runs when: given the environments
 * as they are, takes in what is in the queues.
 */
export function createWarningReceiver({ store, cloud, clock, log, limits, spotWarnings }: Ports) {
  const holders = new SpotHolders()
  const recorder = new WarningRecorder({ store, clock })
  const subscriptionSeconds = limits?.subscriptionSeconds ?? defaultLimits.subscriptionSeconds
  const receivers = new Map<string, AccountReceiver>()
  let known: string[] = []

  return async (environments: Environment[]): Promise<void> => {
    for (const name of known) holders.update(name, undefined)
    for (const environment of environments) holders.update(environment.metadata.name, environment)
    known = environments.map(({ metadata }) => metadata.name)
    for (const name of holders.accountsWithSpot()) {
      const account = await store.get('AwsAccount', name)
      if (!account) continue
      const receiver =
        receivers.get(name) ??
        new AccountReceiver(account, {
          cloud,
          clock,
          log,
          holders,
          recorder,
          subscriptionSeconds,
          wake: () => undefined,
        })
      receivers.set(name, receiver)
      try {
        await receiver.receive(0)
        spotWarnings.record(name, ready)
      } catch (error) {
        spotWarnings.record(name, outcomeAfter(error, defaultLimits))
      }
      await receiver.finish()
    }
  }
}
