import { kinds, kindsInOrder, kindsNeededBy, type Kind, type ResourceByKind } from '../core/resources/kinds'
import type { Resource } from '../core/resources/metadata'
import type { Clock } from '../core/time/clock'
import { accessChange } from './external/aws-account/environments-in'
import { FirstPasses } from './first-passes'
import { Informer } from './runtime/informer'
import { ResourceAccounts } from './runtime/resource-accounts'
import { shardOf } from './runtime/shard'
import type { Terms } from './runtime/shard-terms'
import { WorkQueue } from './runtime/work-queue'
import type { Written } from './store/observe-writes'
import type { ResourceStore } from './store/store'

/** A kind with a reconciler of its own. A deployment has that of its environment. */
export type ReconciledKind = Exclude<Kind, 'Deployment'>

/** All of them, each after those that it needs. */
export const reconciledKinds = kindsInOrder.filter((kind) => kind !== 'Deployment')

const byKind = <Each extends { [K in ReconciledKind]: unknown }>(make: (kind: ReconciledKind) => unknown) =>
  Object.fromEntries(reconciledKinds.map((kind) => [kind, make(kind)])) as Each

/**
 * Queues, in which AWS accounts take turns, get the name of whatever should look at a change: what changed itself, whoever needs it, and
 * what is being deleted and waits for it to go. An environment is also queued when one of its deployments changes, and an account when an
 * environment in it is refused: as far as it is in an account that `terms` have, and all of an account that they get. Until `signal` aborts.
 * `environmentsIn` gives those that an account holds, by its name. `lookAfter` queues who should look at a write so many milliseconds
 * later, should the watch lose it.
 */
export function watchResources(
  store: ResourceStore,
  terms: Pick<Terms<unknown>, 'has' | 'onBegin'>,
  clock: Clock,
  signal: AbortSignal,
) {
  const watched = byKind<{ [K in ReconciledKind]: Informer<ResourceByKind[K]> }>(() => new Informer())
  const accounts = byKind<Record<ReconciledKind, ResourceAccounts>>(() => new ResourceAccounts())
  // What is in no account that anybody knows of is in one of its own name, so that somebody has it.
  const accountOf = (kind: ReconciledKind, name: string): string => accounts[kind].of(name) ?? name
  const isOurs = (kind: ReconciledKind, name: string) => terms.has(accountOf(kind, name))
  const queues = byKind<Record<ReconciledKind, WorkQueue>>(
    (kind) => new WorkQueue({ clock, ownerOf: (name) => accountOf(kind, name) }),
  )
  const firstPasses = new FirstPasses(queues.Environment, clock)
  const addEnvironment = (name: string) => {
    if (isOurs('Environment', name)) firstPasses.add(name, watched.Environment.get(name))
    else firstPasses.forget(name)
  }
  const add = (kind: ReconciledKind, name: string) => {
    if (kind === 'Environment') addEnvironment(name)
    else if (isOurs(kind, name)) queues[kind].add(name)
  }

  const indexNeeds = <K extends ReconciledKind>(kind: K) =>
    kindsNeededBy(kind).map((needed) => ({
      kind,
      needed,
      find: (watched[kind] as Informer<ResourceByKind[K]>).index(
        (resource) => kinds[kind].needs[needed]?.(resource) ?? [],
      ),
    }))
  const needs = reconciledKinds.flatMap((kind) => indexNeeds(kind))
  const dependentsOf = (needed: ReconciledKind, name: string) =>
    needs
      .filter((one) => one.needed === needed)
      .flatMap(({ kind, find }) => find(name).map((resource) => ({ kind, resource })))
  const addDependents = (needed: ReconciledKind, name: string) => {
    for (const { kind, resource } of dependentsOf(needed, name)) add(kind, resource.metadata.name)
  }
  const deleted = byKind<Record<ReconciledKind, () => Resource[]>>((kind) => {
    const find = (watched[kind] as Informer<Resource>).index(({ metadata }) =>
      metadata.deletionTimestamp ? ['deleted'] : [],
    )
    return () => find('deleted')
  })
  const environmentsIn = (awsAccount: string) =>
    dependentsOf('AwsAccount', awsAccount).flatMap(({ kind, resource }) =>
      kind === 'Environment' ? [resource as ResourceByKind['Environment']] : [],
    )
  for (const kind of reconciledKinds)
    watched[kind].onChange((name: string, resource: ResourceByKind[ReconciledKind] | undefined) => {
      if (resource) accounts[kind].changed(name, accountOfResource(resource))
      else accounts[kind].removed(name)
      add(kind, name)
      addDependents(kind, name)
      for (const needed of reconciledKinds)
        // What is in an account leaves it only by going; what is merely linked may be linked no more.
        if (kindsNeededBy(kind).includes(needed) && (needed !== 'AwsAccount' || !resource))
          for (const { metadata } of deleted[needed]()) add(needed, metadata.name)
    })
  watched.Environment.onChange((_name, environment) => {
    // What AWS refuses an environment shows what became of its account's roles.
    if (environment && accessChange(environment)) add('AwsAccount', environment.spec.awsAccount)
  })

  /** By name of their deployments, also of those that are gone. */
  const environmentOf = new Map<string, string>()
  /** Deployments that are to be carried to their end. */
  const toDeploy = new Set<string>()
  const addDeployment = (name: string) => {
    const environment = environmentOf.get(name)
    if (!environment) return
    if (!toDeploy.has(name)) addEnvironment(environment)
    else if (isOurs('Environment', environment)) firstPasses.addNow(environment)
  }
  const deployments = {
    changed({ metadata: { name }, spec: { environment }, status }: ResourceByKind['Deployment']) {
      environmentOf.set(name, environment)
      if (status && status.phase !== 'Deploying') toDeploy.delete(name)
      else toDeploy.add(name)
      addDeployment(name)
    },
    removed(name: string) {
      toDeploy.delete(name)
      addDeployment(name)
      environmentOf.delete(name)
    },
  }
  terms.onBegin((shard) => {
    for (const kind of reconciledKinds)
      for (const name of watched[kind].names())
        if (shardOf(accountOf(kind, name)) === shard) {
          if (kind === 'Environment') firstPasses.forget(name)
          add(kind, name)
        }
    // Those that wait for their deletion may have lost their environment.
    for (const [name, environment] of environmentOf)
      if (shardOf(accountOf('Environment', environment)) === shard) addDeployment(name)
  })

  const lookAfter = (milliseconds: number, written: Written) => {
    const { kind, name } = written
    if (kind === 'Deployment') {
      const environment = written.spec?.environment ?? environmentOf.get(name)
      if (environment) {
        environmentOf.set(name, environment)
        queues.Environment.addAfter(environment, milliseconds)
      }
      return
    }
    queues[kind].addAfter(name, milliseconds)
    for (const { kind: dependent, resource } of dependentsOf(kind, name))
      queues[dependent].addAfter(resource.metadata.name, milliseconds)
  }

  const watch = <K extends ReconciledKind>(kind: K) =>
    store.watch(kind, watched[kind] as unknown as Informer<ResourceByKind[K]>, signal)
  for (const kind of reconciledKinds) watch(kind)
  store.watch('Deployment', deployments, signal)
  return { queues, watched, accountOf, isOurs, environmentsIn, lookAfter }
}

const accountOfResource = ({ metadata, spec }: ResourceByKind[ReconciledKind]): string =>
  'awsAccount' in spec ? spec.awsAccount : metadata.name
