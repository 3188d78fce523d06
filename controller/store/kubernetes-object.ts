import type { Kind, ResourceByKind } from '../../core/resources/kinds'

/** A custom resource as the API gives it. */
export interface KubernetesObject {
  metadata: {
    name: string
    uid: string
    resourceVersion: string
    generation: number
    creationTimestamp: string
    deletionTimestamp?: string
    finalizers?: string[]
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  spec: unknown
  status?: unknown
}

/** Without what only Kubernetes knows. */
export function toResource<K extends Kind>(
  kind: K,
  { metadata, spec, status }: KubernetesObject,
): ResourceByKind[K] {
  const resource = {
    kind,
    metadata: {
      name: metadata.name,
      uid: metadata.uid,
      resourceVersion: metadata.resourceVersion,
      generation: metadata.generation,
      creationTimestamp: metadata.creationTimestamp,
      ...(metadata.deletionTimestamp !== undefined && { deletionTimestamp: metadata.deletionTimestamp }),
      finalizers: metadata.finalizers ?? [],
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
    },
    spec,
    ...(status !== undefined && { status }),
  }
  return resource as unknown as ResourceByKind[K]
}
