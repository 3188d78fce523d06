import type { Resource } from '../../core/resources/metadata'

/** Whether the status of `resource` is about its present spec, and not about what it was before the last change. */
export const isObserved = (resource: Resource<string, unknown, { observedGeneration: number }>): boolean =>
  resource.status?.observedGeneration === resource.metadata.generation
