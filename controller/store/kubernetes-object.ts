import { kinds, type Kind, type ResourceByKind, type StatusOf } from '../../core/resources/kinds'

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
  status?: object
}

/** Without what only Kubernetes knows, and without what is there for people only. */
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
    ...(status !== undefined && { status: withoutSummary(status) }),
  }
  return resource as unknown as ResourceByKind[K]
}

/** The status with the summary that the columns of kubectl show. */
export const withSummary = <K extends Kind>(kind: K, status: StatusOf<K>): object => ({
  ...status,
  summary: kinds[kind].summary.of(status),
})

function withoutSummary(status: { summary?: unknown }): object {
  const rest = { ...status }
  delete rest.summary
  return rest
}
