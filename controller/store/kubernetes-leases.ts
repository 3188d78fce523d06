import { type CoordinationV1Api, type V1Lease, V1MicroTime } from '@kubernetes/client-node'
import { statusCodeOf, toStoreError, toUnknownError } from './kubernetes-errors'
import type { Lease, LeaseStore } from '../runtime/lease-store'

/** Leases of the coordination API in one namespace. */
export const createKubernetesLeases = (api: CoordinationV1Api, namespace: string): LeaseStore => ({
  async get(name) {
    try {
      return toLease(await api.readNamespacedLease({ name, namespace }))
    } catch (error) {
      if (statusCodeOf(error) === 404) return undefined
      throw toUnknownError(error)
    }
  },

  // All of the namespace, of which there are few: Kubernetes knows no list of some by name.
  async list(names) {
    try {
      const { items } = await api.listNamespacedLease({ namespace })
      const found = new Map(items.map((item) => [item.metadata?.name ?? '', toLease(item)]))
      return new Map([...found].filter(([name]) => names.includes(name)))
    } catch (error) {
      throw toUnknownError(error)
    }
  },

  async put(name, { holder, durationSeconds, renewEpoch }, previous) {
    const isTaken = holder !== '' && holder !== previous?.holder
    const acquiredEpoch = isTaken ? renewEpoch : previous?.acquiredEpoch
    const body: V1Lease = {
      metadata: { name, namespace, resourceVersion: previous?.version },
      spec: {
        // Nobody is an absent holder: the API knows no empty name.
        holderIdentity: holder === '' ? undefined : holder,
        leaseDurationSeconds: durationSeconds,
        renewTime: new V1MicroTime(renewEpoch),
        acquireTime: acquiredEpoch === undefined ? undefined : new V1MicroTime(acquiredEpoch),
        leaseTransitions: previous ? (previous.transitions ?? 0) + (isTaken ? 1 : 0) : 0,
      },
    }
    try {
      const written = previous
        ? await api.replaceNamespacedLease({ name, namespace, body })
        : await api.createNamespacedLease({ namespace, body })
      return toLease(written)
    } catch (error) {
      // A lease that can nowhere be created was not changed by somebody else: there is no namespace.
      throw !previous && statusCodeOf(error) === 404 ? toUnknownError(error) : toStoreError(error)
    }
  },
})

const toLease = ({ metadata, spec }: V1Lease): Lease => ({
  holder: spec?.holderIdentity ?? '',
  durationSeconds: spec?.leaseDurationSeconds ?? 0,
  // The client says Date and gives the text of the answer.
  renewEpoch: Date.parse(String(spec?.renewTime)),
  ...(spec?.leaseTransitions !== undefined && { transitions: spec.leaseTransitions }),
  ...(spec?.acquireTime !== undefined && { acquiredEpoch: Date.parse(String(spec.acquireTime)) }),
  version: metadata?.resourceVersion ?? '',
})
