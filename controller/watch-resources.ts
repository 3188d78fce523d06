import type { AwsAccount } from '../core/resources/aws-account'
import type { Deployment } from '../core/resources/deployment'
import type { Environment } from '../core/resources/environment'
import { accessChange } from './external/aws-account/environments-in'
import { Informer } from './runtime/informer'
import type { WorkQueue } from './runtime/work-queue'
import type { ResourceStore } from './store/store'

/** What two controllers work on, by queue. */
export interface Queues {
  awsAccounts: WorkQueue
  environments: WorkQueue
}

export interface WatchedResources {
  awsAccounts: Informer<AwsAccount>
  environments: Informer<Environment>
}

/**
 * Adds the key of whatever should look at a change: an environment also when one of its deployments or its account
 * changes, an account also when one of its environments goes or is refused. Until `signal` aborts.
 */
export function watchResources(store: ResourceStore, queues: Queues, signal: AbortSignal): WatchedResources {
  const awsAccounts = new Informer<AwsAccount>()
  const environments = new Informer<Environment>()
  /** By name of their deployments, also of those that are gone. */
  const environmentOf = new Map<string, string>()

  awsAccounts.onChange((name) => {
    queues.awsAccounts.add(name)
    for (const { metadata, spec } of environments.list())
      if (spec.awsAccount === name) queues.environments.add(metadata.name)
  })
  environments.onChange((name, environment) => {
    queues.environments.add(name)
    // What AWS refuses an environment shows what became of its account's roles.
    if (environment && accessChange(environment)) queues.awsAccounts.add(environment.spec.awsAccount)
    // An account that is being deleted waits for its environments to go.
    if (!environment)
      for (const { metadata } of awsAccounts.list())
        if (metadata.deletionTimestamp) queues.awsAccounts.add(metadata.name)
  })
  const deployments = {
    changed({ metadata, spec }: Deployment) {
      environmentOf.set(metadata.name, spec.environment)
      queues.environments.add(spec.environment)
    },
    removed(name: string) {
      const environment = environmentOf.get(name)
      environmentOf.delete(name)
      if (environment) queues.environments.add(environment)
    },
  }

  store.watch('AwsAccount', awsAccounts, signal)
  store.watch('Environment', environments, signal)
  store.watch('Deployment', deployments, signal)
  return { awsAccounts, environments }
}
