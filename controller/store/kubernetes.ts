import { hostname } from 'node:os'
import { CoordinationV1Api, CustomObjectsApi, EventsV1Api, type KubeConfig } from '@kubernetes/client-node'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { runReflector } from '../runtime/reflector'
import { createClientConfiguration } from './kubernetes-connections'
import { KubernetesEvents } from './kubernetes-events'
import { createKubernetesLeases } from './kubernetes-leases'
import { KubernetesResources } from './kubernetes-resources'
import { createKubernetesWatchSource } from './kubernetes-watch'
import type { ResourceStore } from './store'

interface KubernetesStoreOptions {
  kubeConfig: KubeConfig
  /** Everything lives in this one namespace, which must exist. */
  namespace: string
  log: Logger
  clock?: Clock
  random?: () => number
}

/** The resource store on the Kubernetes API, whose custom resource definitions are in `crds/`. */
export function createKubernetesStore({
  kubeConfig,
  namespace,
  log,
  clock = systemClock,
  random = Math.random,
}: KubernetesStoreOptions): ResourceStore {
  const configuration = createClientConfiguration(kubeConfig)
  const resources = new KubernetesResources(new CustomObjectsApi(configuration), namespace)
  const events = new KubernetesEvents(new EventsV1Api(configuration), {
    ...{ namespace, clock, log },
    instance: hostname(),
  })
  const stopping = new AbortController()
  const reflectors = new Set<Promise<void>>()

  return {
    leases: createKubernetesLeases(new CoordinationV1Api(configuration), namespace),
    get: (kind, name) => resources.get(kind, name),
    list: (kind, labels) => resources.list(kind, labels),
    apply: (kind, write) => resources.apply(kind, write),
    annotate: (kind, name, annotations) => resources.annotate(kind, name, annotations),
    removeAnnotation: (kind, resource, annotation) => resources.removeAnnotation(kind, resource, annotation),
    replaceStatus: (kind, resource, status) => resources.replaceStatus(kind, resource, status),
    dropFinalizer: (kind, resource) => resources.dropFinalizer(kind, resource),
    hold: (kind, resource) => resources.hold(kind, resource),
    requestDelete: (kind, name) => resources.requestDelete(kind, name),
    record: (subject, notice) => events.record(subject, notice),

    watch(kind, handlers, signal) {
      const ended = AbortSignal.any([signal, stopping.signal])
      const source = createKubernetesWatchSource(kind, { kubeConfig, namespace, resources })
      const running = runReflector({ name: kind, source, listener: handlers, log, clock, random }, ended)
      reflectors.add(running)
      void running.finally(() => reflectors.delete(running))
    },

    async close() {
      stopping.abort()
      await Promise.all([events.close(), ...reflectors])
    },
  }
}
