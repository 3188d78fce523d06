import { suggestedStackName } from '../core/roles/cloudformation'
import type { Tags } from '../core/aws/ownership'
import type { Zone } from '../controller/cloud/cloud'
import { deleteThing, listThings } from './by-hand/things-in-account'
import type { SimulatedServices, Thing } from './by-hand/thing'
import { addHostedZone, putRecord, setDelegation, type NewZone } from './dns/hosted-zones'
import { addForeignEndpoint } from './ec2/foreign-endpoints'
import { addRange, addVpc, type NewVpc } from './ec2/external-networks'
import { endRequest } from './ec2/peering-sides'
import {
  changeRole,
  ensureAccount,
  installStack,
  removeRole,
  removeStack,
  type RoleChange,
} from './iam/stacks'
import type { LogLine, StreamAddress } from './logs/stream-storage'
import { putSecret, type NewSecret } from './secrets'
import type { AccountState, HostedZoneState, TaggedState } from './state'
import { formerTagsOf, tagsInEffect } from './tag-changes'
import type { World } from './world'

/** The customer, who does and reads in an account what AWS's own console offers. */
export class Customer {
  private readonly world: World

  constructor(private readonly services: SimulatedServices) {
    this.world = services.world
  }

  /** Makes the roles of the template that SDO gives to download. @throws TemplateError */
  async installStack(
    accountNumber: string,
    template: unknown,
    stackName = suggestedStackName,
  ): Promise<void> {
    installStack(this.world, accountNumber, template, stackName)
    await this.world.save()
  }

  async deleteStack(accountNumber: string, stackName = suggestedStackName): Promise<void> {
    removeStack(this.world, ensureAccount(this.world, accountNumber), stackName)
    await this.world.save()
  }

  async changeRole(accountNumber: string, name: string, change: RoleChange): Promise<void> {
    changeRole(this.world, ensureAccount(this.world, accountNumber), name, change)
    await this.world.save()
  }

  async deleteRole(accountNumber: string, name: string): Promise<void> {
    removeRole(this.world, ensureAccount(this.world, accountNumber), name)
    await this.world.save()
  }

  /** Makes a VPC. */
  async createVpc(accountNumber: string, vpc: NewVpc): Promise<string> {
    const { id } = addVpc(ensureAccount(this.world, accountNumber), this.world.random, vpc)
    await this.world.save()
    return id
  }

  /** Gives a VPC a range more. */
  async addVpcRange(accountNumber: string, vpcId: string, cidr: string): Promise<void> {
    const vpc = this.world.state.accounts[accountNumber]?.vpcs[vpcId]
    if (!vpc) throw new Error(`There is no VPC ${vpcId} in the account ${accountNumber}.`)
    addRange(vpc, cidr)
    await this.world.save()
  }

  /** Gives every route table of a VPC a route. */
  async addRoute(
    accountNumber: string,
    vpcId: string,
    route: { destination: string; target: string },
  ): Promise<void> {
    for (const table of Object.values(ensureAccount(this.world, accountNumber).routeTables))
      if (table.vpcId === vpcId) table.routes.push({ ...route })
    await this.world.save()
  }

  /** Ends a request for a connection of VPCs that waits to be accepted. */
  async endPeeringRequest(id: string, outcome: 'rejected' | 'expired'): Promise<void> {
    endRequest(this.world.state, id, outcome)
    await this.world.save()
  }

  /** Makes a hosted zone. */
  async createHostedZone(accountNumber: string, zone: NewZone): Promise<Zone> {
    const { state, random } = this.world
    const { id, name, isPrivate, nameServers } = addHostedZone(
      state,
      ensureAccount(this.world, accountNumber),
      random,
      zone,
    )
    await this.world.save()
    return { id, name, isPrivate, nameServers }
  }

  /** Has the parent of a zone's name delegate to the zone, or no more. */
  async setDelegation(accountNumber: string, zoneId: string, isDelegated: boolean): Promise<void> {
    setDelegation(this.world.state, this.requireZone(accountNumber, zoneId), isDelegated)
    await this.world.save()
  }

  /** Writes a record, in the place of any of this name and type. */
  async putRecord(
    accountNumber: string,
    { zoneId, name, type, value }: { zoneId: string; name: string; type: string; value: string },
  ): Promise<void> {
    putRecord(this.requireZone(accountNumber, zoneId), name, type, value)
    await this.world.save()
  }

  /** Keeps a secret. @returns its ARN */
  async putSecret(accountNumber: string, secret: NewSecret): Promise<string> {
    const arn = putSecret(ensureAccount(this.world, accountNumber), secret)
    await this.world.save()
    return arn
  }

  /** Chooses a key of the account's own for new disks, or AWS's own again. */
  async chooseDiskKey(accountNumber: string, key: AccountState['diskKey']): Promise<void> {
    ensureAccount(this.world, accountNumber).diskKey = key
    await this.world.save()
  }

  /** Sets for how many days a log group keeps what it gets; undefined for ever. */
  async setLogRetention(accountNumber: string, name: string, retentionDays?: number): Promise<void> {
    const group = ensureAccount(this.world, accountNumber).logGroups[name]
    if (!group) throw new Error(`There is no log group ${name} in the account ${accountNumber}.`)
    group.retentionDays = retentionDays
    await this.world.save()
  }

  /** The last lines of a log stream, oldest first; undefined where there is none. */
  readOutput(address: StreamAddress, most: number): LogLine[] | undefined {
    return this.services.logStreams.read(address, most)
  }

  /** Puts lines into a stream, which is made for them, as a program of the customer's does. */
  async putLines(address: StreamAddress, lines: { epoch: number; text: string }[]): Promise<void> {
    await this.services.logStreams.create(address)
    await this.services.logStreams.put(address, lines)
  }

  /** Everything there is in an account. */
  listThings(accountNumber: string): Thing[] {
    const account = this.world.state.accounts[accountNumber]
    return account ? listThings(account, this.services) : []
  }

  /** Gives a thing of EC2 or of load balancing other tags, as a hand or a tag policy does. */
  async changeTags(accountNumber: string, id: string, tags: Tags): Promise<void> {
    const account = ensureAccount(this.world, accountNumber)
    const { vpcs, subnets, routeTables, internetGateways, securityGroups, ...others } = account
    const all = [
      ...[vpcs, subnets, routeTables, internetGateways, securityGroups],
      ...[others.instances, others.loadBalancers, others.targetGroups],
    ]
    const thing = all.map((things): TaggedState | undefined => things[id]).find((one) => one !== undefined)
    if (!thing) throw new Error(`There is no ${id} in the account ${accountNumber}.`)
    Object.assign(thing, { tags, ...formerTagsOf(this.world, tagsInEffect(this.world, thing)) })
    await this.world.save()
  }

  /** GuardDuty watches a VPC, and puts an endpoint of its own there. @returns its id */
  async addForeignEndpoint(accountNumber: string, vpcId: string): Promise<string> {
    const { id } = addForeignEndpoint(this.world, ensureAccount(this.world, accountNumber), vpcId)
    await this.world.save()
    return id
  }

  /** Deletes an endpoint; its security group stays, as in AWS. */
  async deleteForeignEndpoint(accountNumber: string, id: string): Promise<void> {
    const account = ensureAccount(this.world, accountNumber)
    account.foreignEndpoints = account.foreignEndpoints?.filter((endpoint) => endpoint.id !== id)
    await this.world.save()
  }

  /** Deletes any one thing (see `listThings`), with all that AWS would want gone before. */
  async deleteThing(accountNumber: string, id: string): Promise<void> {
    const isDeleted = await deleteThing(ensureAccount(this.world, accountNumber), id, this.services)
    if (!isDeleted) throw new Error(`There is no ${id} in the account ${accountNumber}.`)
    await this.world.save()
  }

  private requireZone(accountNumber: string, zoneId: string): HostedZoneState {
    const zone = this.world.state.accounts[accountNumber]?.hostedZones[zoneId]
    if (!zone) throw new Error(`There is no hosted zone ${zoneId} in the account ${accountNumber}.`)
    return zone
  }
}
