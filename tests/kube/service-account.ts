import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AuthorizationV1Api,
  CoreV1Api,
  KubeConfig,
  RbacAuthorizationV1Api,
  type V1ResourceAttributes,
} from '@kubernetes/client-node'
import { onTestFinished } from 'vitest'
import { eventually } from '../builders/eventually'
import type { ControlPlane } from './control-plane'

/** As in a Role. */
export interface PolicyRule {
  apiGroups: string[]
  resources: string[]
  resourceNames?: string[]
  verbs: string[]
}

/** One right of a role, to be left out. */
export interface Right {
  apiGroup: string
  resource: string
  /** Of the only object that it is about. */
  name?: string
  verb: string
}

export const rightsOf = (rules: PolicyRule[]): Right[] =>
  rules.flatMap(({ apiGroups, resources, resourceNames = [undefined], verbs }) =>
    apiGroups.flatMap((apiGroup) =>
      resources.flatMap((resource) =>
        resourceNames.flatMap((name) =>
          verbs.map((verb) => ({ apiGroup, resource, ...(name !== undefined && { name }), verb })),
        ),
      ),
    ),
  )

/** A service account of the namespace `sdo` that may do exactly what `rights` say. @returns how it logs in, at `server` */
export async function logInWith(
  { kubeConfig }: ControlPlane,
  name: string,
  rights: Right[],
  server = kubeConfig.getCurrentCluster()?.server,
): Promise<KubeConfig> {
  const namespace = 'sdo'
  const metadata = { name, namespace }
  const rbac = 'rbac.authorization.k8s.io'
  const core = kubeConfig.makeApiClient(CoreV1Api)
  const roles = kubeConfig.makeApiClient(RbacAuthorizationV1Api)
  await core.createNamespacedServiceAccount({ namespace, body: { metadata } })
  await roles.createNamespacedRole({ namespace, body: { metadata, rules: rulesOf(rights) } })
  await roles.createNamespacedRoleBinding({
    namespace,
    body: {
      metadata,
      roleRef: { apiGroup: rbac, kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  })
  const { status } = await core.createNamespacedServiceAccountToken({
    name,
    namespace,
    body: { spec: { audiences: [] } },
  })

  const [cluster] = kubeConfig.clusters
  const logIn = (address: string | undefined) => {
    const limited = new KubeConfig()
    limited.loadFromOptions({
      clusters: [{ ...cluster, server: address }],
      users: [{ name, token: status?.token }],
      contexts: [{ name, cluster: cluster?.name, user: name }],
      currentContext: name,
    })
    return limited
  }
  const [right] = rights
  if (right) await untilGranted(logIn(cluster?.server), right, namespace)
  return logIn(server)
}

/** Gives the service account of `logInWith` other rights than it had. */
export async function grant({ kubeConfig }: ControlPlane, name: string, rights: Right[]): Promise<void> {
  const body = { metadata: { name, namespace: 'sdo' }, rules: rulesOf(rights) }
  await kubeConfig
    .makeApiClient(RbacAuthorizationV1Api)
    .replaceNamespacedRole({ name, namespace: 'sdo', body })
}

const rulesOf = (rights: Right[]) =>
  rights.map(({ apiGroup, resource, name, verb }) => ({
    apiGroups: [apiGroup],
    resources: [resource],
    ...(name !== undefined && { resourceNames: [name] }),
    verbs: [verb],
  }))

/** Until the test ends, for a program. @returns its path */
export function writeKubeConfig(kubeConfig: KubeConfig): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-account-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'kubeconfig.json')
  writeFileSync(path, kubeConfig.exportConfig(), { mode: 0o600 })
  return path
}

/** Whoever decides in the API server hears of a new role a moment after it was made. */
async function untilGranted(
  kubeConfig: KubeConfig,
  { apiGroup, resource: path, name, verb }: Right,
  namespace: string,
): Promise<void> {
  const [resource, subresource] = path.split('/')
  const resourceAttributes: V1ResourceAttributes = {
    namespace,
    group: apiGroup,
    resource,
    subresource,
    name,
    verb,
  }
  const api = kubeConfig.makeApiClient(AuthorizationV1Api)
  await eventually('the role to be known', async () => {
    const { status } = await api.createSelfSubjectAccessReview({ body: { spec: { resourceAttributes } } })
    return status?.allowed
  })
}
