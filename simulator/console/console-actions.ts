import { z } from 'zod'
import { cloudErrorKinds } from '../../controller/cloud/cloud'
import type { RoleChange } from '../iam/stacks'
import type { SimulatedAws } from '../simulated-aws'
import { markets } from '../../core/resources/environment'

/** The console was asked for something that cannot be done; the message says why. */
export class ConsoleError extends Error {
  override name = 'ConsoleError'
}

export interface ConsoleDependencies {
  cloud: SimulatedAws
  /** The template that SDO asks the owner of an account to install; undefined if no team has linked it. */
  findRequiredTemplate(accountNumber: string): Promise<Record<string, unknown> | undefined>
}

/** Answer of a call besides that it was done. */
type Answer = Record<string, unknown> | void
type Run = (dependencies: ConsoleDependencies, accountNumber: string, input: unknown) => Promise<Answer>

/** Numbers may come from a form, as text. */
const action =
  <Input>(
    schema: z.ZodType<Input>,
    run: (dependencies: ConsoleDependencies, accountNumber: string, input: Input) => Promise<Answer> | void,
  ): Run =>
  async (dependencies, accountNumber, input) => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw new ConsoleError(z.prettifyError(parsed.error))
    return run(dependencies, accountNumber, parsed.data)
  }

const nothing = z.unknown()
const instance = z.object({ instanceId: z.string().min(1) })
const role = z.object({ name: z.string().min(1) })
const pool = z.object({ instanceType: z.string().min(1), zone: z.string().min(1) })
const apiAction = z
  .string()
  .regex(/^[a-z0-9-]+:[A-Za-z]+$/, 'An action is named as in IAM: ec2:RunInstances.')
/** With or without the prefix that AWS puts before it here and there. */
const zoneId = z
  .string()
  .min(1)
  .transform((id) => id.replace(/^\/?hostedzone\//, ''))
const template = z.record(z.string(), z.unknown())
/** A form says it in words. */
const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** Types of records that the customer may put in a zone. */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const

/** Actions on an account, by the path under /dev/aws/{accountNumber}/: what happens in real life, by a person or by fate. */
export const consoleActions: Record<string, Run> = {
  stack: action(template, ({ cloud }, account, body) =>
    cloud.customer.installStack(account, templateIn(body)),
  ),
  'stack/required': action(nothing, async ({ cloud, findRequiredTemplate }, account) => {
    const required = await findRequiredTemplate(account)
    if (!required)
      throw new ConsoleError(
        `No team has linked the account ${account}: add it on the External Resources page first.`,
      )
    await cloud.customer.installStack(account, required)
  }),
  'stack/delete': action(nothing, ({ cloud }, account) => cloud.customer.deleteStack(account)),

  role: action(
    role.extend({
      path: z.string().optional(),
      assumePolicy: z.unknown().optional(),
      inlinePolicies: z.record(z.string(), z.unknown()).optional(),
      managedPolicies: z.array(z.string()).optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
    ({ cloud }, account, { name, ...change }) => cloud.customer.changeRole(account, name, present(change)),
  ),
  'role/delete': action(role, ({ cloud }, account, { name }) => cloud.customer.deleteRole(account, name)),
  'role/distrust': action(role, ({ cloud }, account, { name }) =>
    cloud.customer.changeRole(account, name, { assumePolicy: { Version: '2012-10-17', Statement: [] } }),
  ),
  'role/remove-policy': action(role.extend({ policy: z.string().min(1) }), ({ cloud }, account, input) => {
    const inlinePolicies = { ...requireRole(cloud, account, input.name).inlinePolicies }
    Reflect.deleteProperty(inlinePolicies, input.policy)
    return cloud.customer.changeRole(account, input.name, { inlinePolicies })
  }),
  'role/attach-policy': action(
    role.extend({ arn: z.string().min(1) }),
    ({ cloud }, account, { name, arn }) => {
      const { managedPolicies } = requireRole(cloud, account, name)
      return cloud.customer.changeRole(account, name, {
        managedPolicies: [...new Set([...managedPolicies, arn])],
      })
    },
  ),

  interrupt: action(instance, ({ cloud }, account, { instanceId }) => cloud.interrupt(account, instanceId)),
  kill: action(instance, ({ cloud }, account, { instanceId }) => cloud.kill(account, instanceId)),

  'publish-image': action(nothing, async ({ cloud }) => {
    await cloud.publishImage()
  }),
  'empty-pool': action(pool, ({ cloud }, _account, input) => cloud.emptySpotPool(input)),
  'refill-pool': action(pool, ({ cloud }, _account, input) => cloud.refillSpotPool(input)),
  price: action(
    pool.extend({ market: z.enum(markets), pricePerHour: z.coerce.number().positive() }),
    ({ cloud }, _account, { pricePerHour, ...input }) => cloud.setPrice(input, pricePerHour),
  ),
  quota: action(
    z.object({ vcpu: z.coerce.number().int().min(0).optional() }),
    ({ cloud }, account, { vcpu }) => cloud.setVcpuQuota(account, vcpu),
  ),

  'disk-key': action(
    z.object({ key: z.enum(['aws', 'left-to-iam', 'own-policy']) }),
    ({ cloud }, account, { key }) =>
      cloud.customer.chooseDiskKey(
        account,
        key === 'aws' ? undefined : { isLeftToIam: key === 'left-to-iam' },
      ),
  ),

  throttle: action(
    z.object({ action: apiAction, times: z.coerce.number().int().min(1).max(1000).default(1) }),
    ({ cloud }, _account, input) => cloud.faults.throttle(input.action, input.times),
  ),
  refuse: action(
    z.object({
      action: apiAction,
      kind: z.enum(cloudErrorKinds),
      times: z.coerce.number().int().min(0).optional(),
    }),
    ({ cloud }, _account, input) => cloud.faults.refuse(input.action, input.kind, input.times),
  ),
  delete: action(z.object({ id: z.string().min(1) }), ({ cloud }, account, { id }) =>
    cloud.customer.deleteThing(account, id),
  ),

  vpc: action(
    z.object({ cidr: z.string().min(1).max(40), region: z.string().min(1).max(40).optional() }),
    async ({ cloud }, account, input) => ({ vpcId: await cloud.customer.createVpc(account, input) }),
  ),
  'vpc/range': action(
    z.object({ vpcId: z.string().min(1), cidr: z.string().min(1).max(40) }),
    ({ cloud }, account, { vpcId, cidr }) => cloud.customer.addVpcRange(account, vpcId, cidr),
  ),
  'peering/end': action(
    z.object({ peeringId: z.string().min(1), outcome: z.enum(['rejected', 'expired']) }),
    ({ cloud }, _account, { peeringId, outcome }) => cloud.customer.endPeeringRequest(peeringId, outcome),
  ),
  'hosted-zone': action(
    z.object({ name: z.string().min(1), isPrivate: yesOrNo.optional() }),
    async ({ cloud }, account, input) => {
      const { id: hostedZoneId, nameServers } = await cloud.customer.createHostedZone(account, input)
      return { hostedZoneId, nameServers }
    },
  ),
  'hosted-zone/delegation': action(
    z.object({ hostedZoneId: zoneId, delegated: yesOrNo }),
    ({ cloud }, account, { hostedZoneId, delegated }) =>
      cloud.customer.setDelegation(account, hostedZoneId, delegated),
  ),
  'certificate/refuse': action(
    z.object({ refused: z.union([z.boolean(), z.enum(['true', 'false'])]) }),
    ({ cloud }, account, { refused }) => cloud.refuseCertificates(account, String(refused) === 'true'),
  ),
  record: action(
    z.object({
      hostedZoneId: zoneId,
      name: z.string().min(1),
      type: z.enum(recordTypes),
      value: z.string().min(1).max(4000),
    }),
    ({ cloud }, account, { hostedZoneId, ...record }) =>
      cloud.customer.putRecord(account, { ...record, zoneId: hostedZoneId }),
  ),

  secret: action(
    z.object({
      name: z
        .string()
        .regex(/^\/?[A-Za-z0-9_/+=.@-]{1,500}$/, 'A name has letters, numbers and /_+=.@- only.'),
      value: z.string().max(65_536),
      store: z.enum(['secretsmanager', 'ssm']).default('secretsmanager'),
    }),
    async ({ cloud }, account, input) => ({ arn: await cloud.customer.putSecret(account, input) }),
  ),

  'lose-response': action(z.object({ action: apiAction }), ({ cloud }, _account, input) =>
    cloud.faults.loseResponse(input.action),
  ),
}

/** A form has the template as text in a field, a call is the template. */
function templateIn(body: Record<string, unknown>): unknown {
  if (typeof body.template !== 'string') return body
  try {
    return JSON.parse(body.template)
  } catch {
    throw new ConsoleError('The template is not JSON. Paste the whole file cloudformation.json.')
  }
}

/** Fields that were not sent stay as they are. */
const present = (change: RoleChange): RoleChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

function requireRole(cloud: SimulatedAws, accountNumber: string, name: string) {
  const found = cloud.getAccount(accountNumber)?.roles.find((candidate) => candidate.name === name)
  if (!found) throw new ConsoleError(`There is no role ${name} in the account ${accountNumber}.`)
  return found
}
