import {
  CreateSubnetCommand,
  DeleteSubnetCommand,
  DescribeAvailabilityZonesCommand,
  paginateDescribeSubnets,
  type EC2Client,
  type Filter,
  type Subnet as AwsSubnet,
} from '@aws-sdk/client-ec2'
import type { Network, Subnet } from '../cloud'
import { everyItem } from './bounded-answers'
import { unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

type Subnets = Pick<Network, 'listZones' | 'listSubnets' | 'createSubnet' | 'deleteSubnet'>

export const createSubnets = (clientsOf: ClientsOf): Subnets => ({
  async listZones() {
    const { ec2 } = await clientsOf()
    const { AvailabilityZones } = await ec2.send(
      new DescribeAvailabilityZonesCommand({ Filters: [{ Name: 'state', Values: ['available'] }] }),
    )
    return (AvailabilityZones ?? [])
      .filter(({ ZoneType }) => (ZoneType ?? 'availability-zone') === 'availability-zone')
      .map(({ ZoneName, ZoneId }) => ({
        name: requireAnswer(ZoneName, 'the name of a zone'),
        id: requireAnswer(ZoneId, 'the id of a zone'),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  },

  async listSubnets(tags) {
    const { ec2 } = await clientsOf()
    return describeSubnets(ec2, tagFilters(tags))
  },

  /**
   * Creates a subnet without public addresses: instances ask for theirs at launch, since an attribute of the subnet could be lost between
   * two calls.
   */
  async createSubnet({ vpcId, zone, cidr, tags }) {
    const { ec2 } = await clientsOf()
    const { Subnet: made } = await ec2.send(
      new CreateSubnetCommand({
        VpcId: vpcId,
        AvailabilityZone: zone,
        CidrBlock: cidr,
        TagSpecifications: [tagSpecification('subnet', tags)],
      }),
    )
    return toSubnet(requireAnswer(made, 'which subnet it made'))
  },

  async deleteSubnet(id) {
    const { ec2 } = await clientsOf()
    await unlessGone(ec2.send(new DeleteSubnetCommand({ SubnetId: id })))
  },
})

export async function describeSubnets(ec2: EC2Client, filters: Filter[]): Promise<Subnet[]> {
  const pages = paginateDescribeSubnets({ client: ec2 }, { Filters: filters })
  return (await everyItem(pages, ({ Subnets }) => Subnets)).map(toSubnet)
}

const toSubnet = ({ SubnetId, VpcId, AvailabilityZone, CidrBlock, Tags }: AwsSubnet): Subnet => ({
  id: requireAnswer(SubnetId, 'the id of a subnet'),
  vpcId: requireAnswer(VpcId, 'the VPC of a subnet'),
  zone: requireAnswer(AvailabilityZone, 'the zone of a subnet'),
  cidr: requireAnswer(CidrBlock, 'the addresses of a subnet'),
  tags: fromAwsTags(Tags),
})
