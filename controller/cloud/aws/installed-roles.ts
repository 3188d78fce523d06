import {
  GetRoleCommand,
  GetRolePolicyCommand,
  paginateListAttachedRolePolicies,
  paginateListRolePolicies,
  type IAMClient,
} from '@aws-sdk/client-iam'
import { CloudError, type Roles } from '../cloud'
import { everyItem } from './bounded-answers'
import type { ClientsOf } from './role-sessions'

export const createInstalledRoles = (clientsOf: ClientsOf): Roles => ({
  async get(name) {
    const { iam } = await clientsOf()
    try {
      const { Role } = await iam.send(new GetRoleCommand({ RoleName: name }))
      return {
        name,
        path: Role?.Path ?? '',
        assumePolicy: decodePolicy(Role?.AssumeRolePolicyDocument),
        inlinePolicies: await readInlinePolicies(iam, name),
        managedPolicies: await listManagedPolicies(iam, name),
      }
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return undefined
      throw error
    }
  },

  async getTrust(name) {
    const { iam } = await clientsOf()
    try {
      const { Role } = await iam.send(new GetRoleCommand({ RoleName: name }))
      return { arn: Role?.Arn ?? '', assumePolicy: decodePolicy(Role?.AssumeRolePolicyDocument) }
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return undefined
      throw error
    }
  },
})

async function readInlinePolicies(iam: IAMClient, role: string): Promise<Record<string, unknown>> {
  const policies: Record<string, unknown> = {}
  const pages = paginateListRolePolicies({ client: iam }, { RoleName: role })
  for (const policy of await everyItem(pages, ({ PolicyNames }) => PolicyNames)) {
    const answer = await iam.send(new GetRolePolicyCommand({ RoleName: role, PolicyName: policy }))
    policies[policy] = decodePolicy(answer.PolicyDocument)
  }
  return policies
}

async function listManagedPolicies(iam: IAMClient, role: string): Promise<string[]> {
  const pages = paginateListAttachedRolePolicies({ client: iam }, { RoleName: role })
  const attached = await everyItem(pages, ({ AttachedPolicies }) => AttachedPolicies)
  return attached.flatMap(({ PolicyArn }) => PolicyArn ?? [])
}

/** IAM sends policies as JSON in URL encoding. What is neither stays as it is, and is found to differ. */
function decodePolicy(document: string | undefined): unknown {
  try {
    return document === undefined ? undefined : JSON.parse(decodeURIComponent(document))
  } catch {
    return document
  }
}
