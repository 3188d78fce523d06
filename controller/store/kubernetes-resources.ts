import { type CustomObjectsApi, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node'
import { fingerprintOf } from '../../core/resources/fingerprint'
import { kinds, type Kind, type ResourceByKind, type StatusOf } from '../../core/resources/kinds'
import {
  apiVersion,
  appliedSpecAnnotation,
  cleanupFinalizer,
  deletionAllowedAnnotation,
  group,
  version,
} from '../../core/resources/metadata'
import { isNotFound, toStoreError, toUnknownError } from './kubernetes-errors'
import { toResource, withSummary, type KubernetesObject } from './kubernetes-object'
import { ConflictError, type SpecWrite } from './store'
import { validateSpec, validateStatus } from './validate-resource'

const fieldManager = 'sdo-mirror'
const attempts = 5

interface ObjectList {
  metadata: { resourceVersion: string; continue?: string }
  items: KubernetesObject[]
}

/** Reads and writes custom resources of one namespace. */
export class KubernetesResources {
  constructor(
    private readonly api: CustomObjectsApi,
    private readonly namespace: string,
  ) {}

  async get<K extends Kind>(kind: K, name: string): Promise<ResourceByKind[K] | undefined> {
    try {
      return toResource(kind, await this.api.getNamespacedCustomObject(this.at(kind, name)))
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw toUnknownError(error)
    }
  }

  async list<K extends Kind>(kind: K, labels: Record<string, string> = {}): Promise<ResourceByKind[K][]> {
    const labelSelector = Object.entries(labels)
      .map(([label, value]) => `${label}=${value}`)
      .join(',')
    const found: ResourceByKind[K][] = []
    let continueToken: string | undefined
    do {
      const page = await this.listPage(kind, { labelSelector, continueToken }).catch((error: unknown) => {
        throw toUnknownError(error)
      })
      found.push(...page.items.map((item) => toResource(kind, item)))
      continueToken = page.metadata.continue
    } while (continueToken)
    return found
  }

  /** @throws ApiException */
  listPage(kind: Kind, page: { labelSelector?: string; continueToken?: string }): Promise<ObjectList> {
    const { labelSelector, continueToken } = page
    const where = { group, version, namespace: this.namespace, plural: kinds[kind].plural }
    return this.api.listNamespacedCustomObject({
      ...where,
      labelSelector,
      limit: 500,
      _continue: continueToken,
    })
  }

  async apply<K extends Kind>(kind: K, write: SpecWrite<K>): Promise<ResourceByKind[K]> {
    const { name, annotations = {} } = write
    const checked = { ...write, spec: validateSpec(kind, name, write.spec) }
    const applied = await this.applyToPresent(kind, checked)
    const isAnnotated = Object.entries(annotations).every(
      ([annotation, value]) => applied.metadata.annotations[annotation] === value,
    )
    // Not by the same apply: annotations that a later apply does not mention would be taken away.
    return isAnnotated ? applied : ((await this.mergeAnnotations(kind, name, annotations)) ?? applied)
  }

  async annotate(kind: Kind, name: string, annotations: Record<string, string>): Promise<void> {
    await this.mergeAnnotations(kind, name, annotations)
  }

  async replaceStatus<K extends Kind>(
    kind: K,
    resource: ResourceByKind[K],
    status: StatusOf<K>,
  ): Promise<ResourceByKind[K]> {
    const { name, uid, resourceVersion } = resource.metadata
    const body = {
      apiVersion,
      kind,
      metadata: { name, namespace: this.namespace, uid, resourceVersion },
      spec: resource.spec,
      status: withSummary(kind, validateStatus(kind, name, status)),
    }
    return this.writing(async () =>
      toResource(kind, await this.api.replaceNamespacedCustomObjectStatus({ ...this.at(kind, name), body })),
    )
  }

  async dropFinalizer<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<void> {
    const finalizers = metadata.finalizers.filter((finalizer) => finalizer !== cleanupFinalizer)
    const body = { metadata: { resourceVersion: metadata.resourceVersion, finalizers } }
    await this.writing(() =>
      this.api.patchNamespacedCustomObject(
        { ...this.at(kind, metadata.name), body },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      ),
    )
  }

  async removeAnnotation<K extends Kind>(
    kind: K,
    { metadata: { name, resourceVersion } }: ResourceByKind[K],
    annotation: string,
  ): Promise<void> {
    const body = { metadata: { resourceVersion, annotations: { [annotation]: null } } }
    await this.writing(() =>
      this.api.patchNamespacedCustomObject(
        { ...this.at(kind, name), body },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      ),
    )
  }

  async hold<K extends Kind>(kind: K, { metadata }: ResourceByKind[K]): Promise<ResourceByKind[K]> {
    const finalizers = [...metadata.finalizers, cleanupFinalizer]
    const body = { metadata: { resourceVersion: metadata.resourceVersion, finalizers } }
    return this.writing(async () => {
      const held: KubernetesObject = await this.api.patchNamespacedCustomObject(
        { ...this.at(kind, metadata.name), body },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      )
      return toResource(kind, held)
    })
  }

  async requestDelete(kind: Kind, name: string): Promise<void> {
    const allowed = await this.mergeAnnotations(kind, name, { [deletionAllowedAnnotation]: 'true' })
    if (!allowed || allowed.metadata.deletionTimestamp) return
    try {
      await this.api.deleteNamespacedCustomObject(this.at(kind, name))
    } catch (error) {
      if (!isNotFound(error)) throw toUnknownError(error)
    }
  }

  /**
   * The finalizer belongs to the apply that creates the resource, and an apply takes away what it no longer mentions. So
   * every apply mentions it exactly if the present resource has it, and is refused if that changed meanwhile.
   */
  private async applyToPresent<K extends Kind>(kind: K, write: SpecWrite<K>): Promise<ResourceByKind[K]> {
    for (let attempt = 1; ; attempt++) {
      const present = await this.get(kind, write.name)
      try {
        return await this.writing(() => this.serverSideApply(kind, write, present))
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === attempts) throw error
      }
    }
  }

  private async serverSideApply<K extends Kind>(
    kind: K,
    { name, labels, spec }: SpecWrite<K>,
    present: ResourceByKind[K] | undefined,
  ): Promise<ResourceByKind[K]> {
    const holdsFinalizer = present?.metadata.finalizers.includes(cleanupFinalizer) ?? true
    const metadata = {
      name,
      namespace: this.namespace,
      // An empty map is not stored, so the API would take every apply of one for a change.
      ...(Object.keys(labels).length > 0 && { labels }),
      // With the spec, in one write, so that whoever reads it sees both or neither.
      annotations: { [appliedSpecAnnotation]: fingerprintOf(spec) },
      ...(holdsFinalizer && { finalizers: [cleanupFinalizer] }),
      ...(present && { uid: present.metadata.uid, resourceVersion: present.metadata.resourceVersion }),
    }
    const applied: KubernetesObject = await this.api.patchNamespacedCustomObject(
      { ...this.at(kind, name), body: { apiVersion, kind, metadata, spec }, fieldManager, force: true },
      setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
    )
    return toResource(kind, applied)
  }

  private async mergeAnnotations<K extends Kind>(
    kind: K,
    name: string,
    annotations: Record<string, string>,
  ): Promise<ResourceByKind[K] | undefined> {
    try {
      const annotated: KubernetesObject = await this.api.patchNamespacedCustomObject(
        { ...this.at(kind, name), body: { metadata: { annotations } } },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      )
      return toResource(kind, annotated)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw toStoreError(error)
    }
  }

  private at(kind: Kind, name: string) {
    return { group, version, namespace: this.namespace, plural: kinds[kind].plural, name }
  }

  private async writing<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      throw toStoreError(error)
    }
  }
}
