import type { Tags } from '../core/aws/ownership'
import { region } from '../core/aws/region'
import { copyData } from '../controller/runtime/copy-data'
import { idsMarkedBy } from '../controller/cloud/aws/recently-made'
import { CloudError, type AccountAccess } from '../controller/cloud/cloud'
import type { RequestContext } from './policies/conditions'
import { allowsAction, trustsExternalId, type PolicyResource } from './policies/policy'
import { unauthorizedCodeOf } from './fault-answers'
import { refusal } from './refusal'
import { roleInEffect } from './role-changes'
import { tagsInEffect } from './tag-changes'
import type { AccountState } from './state'
import type { World } from './world'

/** The permissions that a call needs: each action on each of the resources. */
export interface ApiCall {
  on?: PolicyResource[]
  requestTags?: Tags
  /** Beside the action itself, e.g. `ec2:CreateTags` for a thing made with tags. */
  alsoNeeds?: { action: string; on?: PolicyResource[] }[]
}

/** Where an account's things of EC2 stand, by how ARNs call them. */
export const collectionOf = {
  vpc: 'vpcs',
  subnet: 'subnets',
  'route-table': 'routeTables',
  'internet-gateway': 'internetGateways',
  'security-group': 'securityGroups',
  instance: 'instances',
} as const
export type Ec2Type = keyof typeof collectionOf

/** As calls name what has an ARN: things of EC2 by their ids. */
const nameIn = (arn: string): string => arn.replace(/^arn:aws:ec2:[^/]*\//, '')

const anything: PolicyResource[] = [{ arn: '*' }]

/** Adds the condition keys of every request: its region, and the call that gives tags to what it makes. */
const during = (call: string, action: string, resource: PolicyResource): PolicyResource => {
  const [, service = '', givesTags] = /^(\w+):(CreateTags|AddTags)?/.exec(action) ?? []
  const creation = givesTags && call !== action && { [`${service}:CreateAction`]: call.replace(/^.*:/, '') }
  return { ...resource, context: { 'aws:RequestedRegion': region, ...resource.context, ...creation } }
}

/** Calls the API of one account as AWS would answer them: with a role assumed by its external ID, and nothing it does not allow. */
export class AccountApi {
  constructor(
    readonly world: World,
    private readonly access: AccountAccess,
    private readonly roleName: string,
  ) {}

  get accountNumber(): string {
    return this.access.accountNumber
  }

  /**
   * Does one API call: authorization, faults, `effect`, and its result only once the effect is kept.
   * @throws CloudError
   */
  async call<T>(action: string, request: ApiCall, effect: (account: AccountState) => T): Promise<T> {
    const { faults, recentlyMade } = this.world
    await faults.before(action)
    this.world.rates.take(this.accountNumber, action)
    for (const needed of request.alsoNeeds ?? []) faults.requireAllowed(needed.action)
    const account = this.assumeRole()
    const named = (request.on ?? []).map(({ arn }) => nameIn(arn))
    const refused = this.unauthorized(action, request)
    if (refused) throw recentlyMade.explain(refused, named)
    const result = effect(account)
    await this.keep()
    await faults.after(action)
    recentlyMade.note(idsMarkedBy(action.replace(/^.*:/, ''), { input: named, output: result }))
    return copyData(result)
  }

  /** Why a call would be refused as things are; undefined if it would be done. Does nothing. */
  refusalOf(action: string, request: ApiCall): CloudError | undefined {
    const actions = [action, ...(request.alsoNeeds ?? []).map((needed) => needed.action)]
    for (const one of actions) {
      const refusal = this.world.faults.lastingRefusalOf(one)
      if (refusal) return refusal
    }
    return this.unauthorized(action, request)
  }

  /** Whether the role's policies allow something, for what AWS does later on behalf of the role. */
  allows(action: string, resource: PolicyResource, requestTags?: Tags): boolean {
    const account = this.world.state.accounts[this.accountNumber]
    const policies = Object.values(
      (account && roleInEffect(this.world, account, this.roleName)?.inlinePolicies) ?? {},
    )
    return allowsAction(policies, { action, resource, requestTags })
  }

  /** Something of the account's in EC2, for `on`. */
  ec2(type: Ec2Type, id: string): PolicyResource {
    const account = this.world.state.accounts[this.accountNumber]
    return {
      arn: `arn:aws:ec2:${region}:${this.accountNumber}:${type}/${id}`,
      tags: tagsInEffect(this.world, account?.[collectionOf[type]][id]),
    }
  }

  /** A resource of EC2 that is about to be made, for `on`; it has no tags yet. */
  newEc2(
    type: Ec2Type | 'volume' | 'network-interface' | 'spot-instances-request',
    context?: RequestContext,
  ): PolicyResource {
    return { arn: `arn:aws:ec2:${region}:${this.accountNumber}:${type}/new`, tags: {}, context }
  }

  /** The call that makes a tagged resource of EC2, in `on`. */
  making(type: Ec2Type, requestTags: Tags, on: PolicyResource[] = []): ApiCall {
    const made = this.newEc2(type)
    return { on: [made, ...on], requestTags, alsoNeeds: [{ action: 'ec2:CreateTags', on: [made] }] }
  }

  /** The refusal of the first permission that the role lacks. */
  private unauthorized(action: string, request: ApiCall): CloudError | undefined {
    for (const needed of [{ action, on: request.on }, ...(request.alsoNeeds ?? [])])
      for (const resource of needed.on ?? anything) {
        const asked = during(action, needed.action, resource)
        if (!this.allows(needed.action, asked, request.requestTags))
          return refusal(
            unauthorizedCodeOf(needed.action),
            `The role ${this.roleName} of AWS account ${this.accountNumber} does not allow ${needed.action} on ${asked.arn}. Apply the current CloudFormation template in that account, then press Update Status.`,
          )
      }
    return undefined
  }

  private async keep(): Promise<void> {
    await this.world.save().catch((cause: unknown) => {
      throw new CloudError('unavailable', 'The simulated AWS could not write its state.', { cause })
    })
  }

  private assumeRole(): AccountState {
    const account = this.world.state.accounts[this.accountNumber]
    const role = account && roleInEffect(this.world, account, this.roleName)
    if (!account || !role || !trustsExternalId(role.assumePolicy, this.access.externalId))
      throw refusal(
        'AccessDenied',
        `SDO may not assume the role ${this.roleName} of AWS account ${this.accountNumber}. Apply the current CloudFormation template in that account, then press Update Status.`,
      )
    return account
  }
}
