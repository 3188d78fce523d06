import { hostname } from 'node:os'
import { CoordinationV1Api, CustomObjectsApi, EventsV1Api, type KubeConfig } from '@kubernetes/client-node'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import type { LeaseStore } from '../runtime/lease-store'
import { runReflector } from '../runtime/reflector'
import type { WatchListener } from '../runtime/watch-report'
import { createClientConfiguration } from './kubernetes-connections'
import { KubernetesEvents } from './kubernetes-events'
import { createKubernetesLeases } from './kubernetes-leases'
import { KubernetesResources } from './kubernetes-resources'
import { createKubernetesWatchSource } from './kubernetes-watch'
import type { Notice, ResourceStore, Subject } from './store'

interface KubernetesStoreOptions {
  kubeConfig: KubeConfig
  /** Everything lives in this one namespace, which must exist. */
  namespace: string
  log: Logger
  clock?: Clock
  random?: () => number
}

/** The resource store on the Kubernetes API, whose custom resource definitions are in `crds/`. */
export const createKubernetesStore = (options: KubernetesStoreOptions): ResourceStore =>
  new KubernetesStore(options)

class KubernetesStore extends KubernetesResources implements ResourceStore {
  readonly leases: LeaseStore
  private readonly events: KubernetesEvents
  private readonly stopping = new AbortController()
  private readonly reflectors = new Set<Promise<void>>()

  constructor(private readonly options: KubernetesStoreOptions) {
    const { kubeConfig, namespace, log, clock = systemClock } = options
    const configuration = createClientConfiguration(kubeConfig)
    super(new CustomObjectsApi(configuration), namespace)
    this.leases = createKubernetesLeases(new CoordinationV1Api(configuration), namespace)
    const told = { namespace, clock, log, instance: hostname() }
    this.events = new KubernetesEvents(new EventsV1Api(configuration), told)
  }

  record(subject: Subject, notice: Notice): void {
    this.events.record(subject, notice)
  }

  watch<K extends Kind>(kind: K, listener: WatchListener<ResourceByKind[K]>, signal: AbortSignal): void {
    const { kubeConfig, namespace, log, clock = systemClock, random = Math.random } = this.options
    const ended = AbortSignal.any([signal, this.stopping.signal])
    const source = createKubernetesWatchSource(kind, { kubeConfig, namespace, resources: this })
    const running = runReflector({ name: kind, source, listener, log, clock, random }, ended)
    this.reflectors.add(running)
    void running.finally(() => this.reflectors.delete(running))
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await Promise.all([this.events.close(), ...this.reflectors])
  }
}
