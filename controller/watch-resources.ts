import type { AwsAccount } from '../core/resources/aws-account'
import type { Deployment } from '../core/resources/deployment'
import type { Environment } from '../core/resources/environment'
import type { ExternalNetwork } from '../core/resources/external-network'
import type { HostedZone } from '../core/resources/hosted-zone'
import { FirstPasses } from './first-passes'
import { accessChange } from './external/aws-account/environments-in'
import type { Clock } from '../core/time/clock'
import { Informer } from './runtime/informer'
import { WorkQueue } from './runtime/work-queue'
import type { ResourceStore } from './store/store'

/** Work queues by kind of resource. */
interface Queues {
  awsAccounts: WorkQueue
  environments: WorkQueue
  hostedZones: WorkQueue
  externalNetworks: WorkQueue
}

interface WatchedResources {
  queues: Queues
  awsAccounts: Informer<AwsAccount>
  environments: Informer<Environment>
  hostedZones: Informer<HostedZone>
  externalNetworks: Informer<ExternalNetwork>
}

/**
 * Queues, in which AWS accounts take turns, get the key of whatever should look at a change: an environment also when one of its deployments or its account
 * changes, an account also when one of its environments goes or is refused, a zone or an external network also when its account changes.
 * Until `signal` aborts.
 */
export function watchResources(store: ResourceStore, clock: Clock, signal: AbortSignal): WatchedResources {
  const awsAccounts = new Informer<AwsAccount>()
  const environments = new Informer<Environment>()
  const hostedZones = new Informer<HostedZone>()
  const externalNetworks = new Informer<ExternalNetwork>()
  /** A queue whose keys belong to the AWS account that they are in. */
  const queueOf = (known: { get(name: string): { spec: { awsAccount: string } } | undefined }) =>
    new WorkQueue({ clock, ownerOf: (name) => known.get(name)?.spec.awsAccount ?? name })
  const queues: Queues = {
    awsAccounts: new WorkQueue({ clock, ownerOf: (name) => name }),
    environments: queueOf(environments),
    hostedZones: queueOf(hostedZones),
    externalNetworks: queueOf(externalNetworks),
  }
  const firstPasses = new FirstPasses(queues.environments, clock)
  /** By name of their deployments, also of those that are gone. */
  const environmentOf = new Map<string, string>()

  /** Queues accounts that are being deleted, which wait for their contents to go. */
  const addDeletedAccounts = () => {
    for (const { metadata } of awsAccounts.list())
      if (metadata.deletionTimestamp) queues.awsAccounts.add(metadata.name)
  }

  awsAccounts.onChange((name) => {
    queues.awsAccounts.add(name)
    for (const { metadata, spec } of environments.list())
      if (spec.awsAccount === name) firstPasses.add(metadata.name, environments.get(metadata.name))
    for (const { metadata, spec } of hostedZones.list())
      if (spec.awsAccount === name) queues.hostedZones.add(metadata.name)
    for (const { metadata, spec } of externalNetworks.list())
      if (spec.awsAccount === name) queues.externalNetworks.add(metadata.name)
  })
  hostedZones.onChange((name, zone) => {
    queues.hostedZones.add(name)
    // Who waits for the zone to be ready, or to be let go.
    for (const { metadata, spec } of environments.list())
      if (spec.hostedZoneLinks?.some(({ hostedZone }) => hostedZone === name))
        firstPasses.add(metadata.name, environments.get(metadata.name))
    if (!zone) addDeletedAccounts()
  })
  externalNetworks.onChange((name, network) => {
    queues.externalNetworks.add(name)
    for (const { metadata, spec, status } of environments.list())
      if (
        spec.linkedNetworks?.includes(name) ||
        status?.peerings?.some((peering) => peering.network === name)
      )
        firstPasses.add(metadata.name, environments.get(metadata.name))
    if (!network) addDeletedAccounts()
  })
  environments.onChange((name, environment) => {
    firstPasses.add(name, environment)
    // What AWS refuses an environment shows what became of its account's roles.
    if (environment && accessChange(environment)) queues.awsAccounts.add(environment.spec.awsAccount)
    if (!environment) addDeletedAccounts()
    for (const { metadata } of hostedZones.list())
      if (metadata.deletionTimestamp) queues.hostedZones.add(metadata.name)
    for (const { metadata } of externalNetworks.list())
      if (metadata.deletionTimestamp) queues.externalNetworks.add(metadata.name)
  })
  const deployments = {
    changed({ metadata, spec: { environment }, status }: Deployment) {
      environmentOf.set(metadata.name, environment)
      if (status && status.phase !== 'Deploying') firstPasses.add(environment, environments.get(environment))
      else firstPasses.addNow(environment)
    },
    removed(name: string) {
      const environment = environmentOf.get(name)
      environmentOf.delete(name)
      if (environment) firstPasses.add(environment, environments.get(environment))
    },
  }

  store.watch('AwsAccount', awsAccounts, signal)
  store.watch('HostedZone', hostedZones, signal)
  store.watch('ExternalNetwork', externalNetworks, signal)
  store.watch('Environment', environments, signal)
  store.watch('Deployment', deployments, signal)
  return { queues, awsAccounts, environments, hostedZones, externalNetworks }
}
