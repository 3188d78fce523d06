import type { KubeConfig } from '@kubernetes/client-node'
import { kinds, type Kind, type ResourceByKind } from '../../core/resources/kinds'
import { group, version } from '../../core/resources/metadata'
import { ExpiredError, type WatchEvent, type WatchSource } from '../runtime/reflector'
import { messageOf, parse, refusalOf, statusCodeOf, toUnknownError } from './kubernetes-errors'
import { toResource, type KubernetesObject } from './kubernetes-object'
import { openStream, readJsonLines, readRefusal } from './kubernetes-request'
import type { KubernetesResources } from './kubernetes-resources'

interface WatchLine {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: KubernetesObject & { code?: number; message?: string }
}

const gone = 410

/** Lists and watches the resources of one kind. */
export function createKubernetesWatchSource<K extends Kind>(
  kind: K,
  {
    kubeConfig,
    namespace,
    resources,
  }: { kubeConfig: KubeConfig; namespace: string; resources: KubernetesResources },
): WatchSource<ResourceByKind[K]> {
  const path = `/apis/${group}/${version}/namespaces/${encodeURIComponent(namespace)}/${kinds[kind].plural}`

  return {
    nameOf: ({ metadata }) => metadata.name,

    async list(continueToken) {
      try {
        const { items, metadata } = await resources.listPage(kind, { continueToken })
        return {
          items: items.map((item) => toResource(kind, item)),
          resourceVersion: metadata.resourceVersion,
          continueToken: metadata.continue === '' ? undefined : metadata.continue,
        }
      } catch (error) {
        if (statusCodeOf(error) === gone) throw new ExpiredError('The list took too long.', { cause: error })
        throw toUnknownError(error)
      }
    },

    async *watch(resourceVersion, timeoutSeconds, signal) {
      const query = {
        watch: 'true',
        allowWatchBookmarks: 'true',
        resourceVersion,
        timeoutSeconds: String(timeoutSeconds),
      }
      const response = await openStream(kubeConfig, path, query, signal)
      if (response.statusCode !== 200) {
        const reason = messageOf(parse(await readRefusal(response)))
        throw refused(response.statusCode ?? 0, reason ?? 'The watch was refused')
      }
      yield { type: 'opened', resourceVersion }
      for await (const line of readJsonLines(response)) yield toEvent(kind, line as WatchLine)
    },
  }
}

function toEvent<K extends Kind>(kind: K, { type, object }: WatchLine): WatchEvent<ResourceByKind[K]> {
  if (type === 'ERROR') throw refused(object.code ?? 0, object.message ?? 'The watch failed.')
  const { resourceVersion } = object.metadata
  if (type === 'BOOKMARK') return { type: 'bookmark', resourceVersion }
  const item = toResource(kind, object)
  return { type: type === 'DELETED' ? 'removed' : 'changed', item, resourceVersion }
}

const refused = (code: number, message: string) =>
  code === gone ? new ExpiredError(message) : refusalOf(code, message)
