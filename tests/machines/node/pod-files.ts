import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api, type KubeConfig, type V1PodSpec, type V1Volume } from '@kubernetes/client-node'

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

export interface PodFiles {
  mounts: { source: string; target: string }[]
  remove(): void
}

/** Lays out what a pod is given as files: the Secrets that it names, and the token of its account unless it wants none. */
export async function layOutFiles(
  kubeConfig: KubeConfig,
  namespace: string,
  spec: V1PodSpec,
): Promise<PodFiles> {
  const core = kubeConfig.makeApiClient(CoreV1Api)
  const folder = mkdtempSync(join(tmpdir(), 'sdo-pod-'))
  const group = spec.securityContext?.fsGroup ?? 0
  chmodSync(folder, 0o755)

  function write(name: string, contents: Record<string, Buffer>): string {
    const place = join(folder, name)
    mkdirSync(place, { mode: 0o750 })
    chownSync(place, 0, group)
    for (const [file, content] of Object.entries(contents)) {
      writeFileSync(join(place, file), content, { mode: 0o440 })
      chownSync(join(place, file), 0, group)
    }
    return place
  }

  async function contentsOf({ name, projected }: V1Volume): Promise<Record<string, Buffer>> {
    const contents: Record<string, Buffer> = {}
    for (const { secret } of projected?.sources ?? []) {
      if (!secret?.items) throw new Error(`The volume ${name} is of a kind that this node does not know.`)
      const { data = {} } = await core.readNamespacedSecret({ name: secret.name ?? '', namespace })
      for (const { key, path } of secret.items) contents[path] = Buffer.from(data[key] ?? '', 'base64')
    }
    return contents
  }

  const places = new Map<string, string>()
  for (const volume of spec.volumes ?? [])
    places.set(volume.name, write(volume.name, await contentsOf(volume)))
  const mounts = (spec.containers[0]?.volumeMounts ?? []).map(({ name, mountPath }) => ({
    source: places.get(name) ?? '',
    target: mountPath,
  }))
  if (spec.automountServiceAccountToken !== false) {
    const { status } = await core.createNamespacedServiceAccountToken({
      name: spec.serviceAccountName ?? 'default',
      namespace,
      body: { spec: { audiences: [] } },
    })
    const source = write('account', {
      token: Buffer.from(status?.token ?? ''),
      'ca.crt': readFileSync(kubeConfig.getCurrentCluster()?.caFile ?? ''),
      namespace: Buffer.from(namespace),
    })
    mounts.push({ source, target: accountFolder })
  }
  return { mounts, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
