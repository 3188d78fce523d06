import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import type { ControlPlane } from './control-plane'

/** As in a Role. */
export interface PolicyRule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}

/** One right of a role, to be left out. */
export interface Right {
  apiGroup: string
  resource: string
  verb: string
}

export const rightsOf = (rules: PolicyRule[]): Right[] =>
  rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((apiGroup) =>
      resources.flatMap((resource) => verbs.map((verb) => ({ apiGroup, resource, verb }))),
    ),
  )

/** A service account of the namespace `sdo` that may do exactly what `rights` say. @returns how it logs in, at `server` */
export async function logInWith(
  { kubectl, kubeConfig }: ControlPlane,
  name: string,
  rights: Right[],
  server = kubeConfig.getCurrentCluster()?.server,
): Promise<{ kubeConfig: KubeConfig; kubeConfigPath: string }> {
  const metadata = { name, namespace: 'sdo' }
  const rbac = 'rbac.authorization.k8s.io'
  const rules = rights.map(({ apiGroup, resource, verb }) => ({
    apiGroups: [apiGroup],
    resources: [resource],
    verbs: [verb],
  }))
  const objects = [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: `${rbac}/v1`, kind: 'Role', metadata, rules },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: rbac, kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: 'sdo' }],
    },
  ]
  const applied = await kubectl(
    ['apply', '-f', '-'],
    objects.map((object) => stringify(object)).join('---\n'),
  )
  const { stdout: token, code, stderr } = await kubectl(['-n', 'sdo', 'create', 'token', name])
  if (applied.code !== 0 || code !== 0) throw new Error(applied.stderr + stderr)

  const limited = new KubeConfig()
  limited.loadFromOptions({
    clusters: kubeConfig.clusters.map((cluster) => ({ ...cluster, server })),
    users: [{ name, token: token.trim() }],
    contexts: [{ name, cluster: kubeConfig.clusters[0]?.name, user: name }],
    currentContext: name,
  })
  const folder = mkdtempSync(join(tmpdir(), 'sdo-account-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const kubeConfigPath = join(folder, 'kubeconfig.json')
  writeFileSync(kubeConfigPath, limited.exportConfig(), { mode: 0o600 })
  return { kubeConfig: limited, kubeConfigPath }
}
