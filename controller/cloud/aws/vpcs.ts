import {
  CreateVpcCommand,
  DeleteVpcCommand,
  paginateDescribeVpcs,
  type Vpc as AwsVpc,
} from '@aws-sdk/client-ec2'
import { CloudError, type Network, type Vpc } from '../cloud'
import { everyItem } from './bounded-answers'
import { unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'
import { deleteRouteTable, listOwnRouteTables } from './route-tables'
import { describeSubnets } from './subnets'

export const createVpcs = (
  clientsOf: ClientsOf,
): Pick<Network, 'listVpcs' | 'listVpcRanges' | 'createVpc' | 'deleteVpc'> => ({
  async listVpcs(tags) {
    const { ec2 } = await clientsOf()
    const pages = paginateDescribeVpcs({ client: ec2 }, { Filters: tagFilters(tags) })
    return (await everyItem(pages, ({ Vpcs }) => Vpcs)).map(toVpc)
  },

  async listVpcRanges() {
    const { ec2 } = await clientsOf()
    const vpcs = await everyItem(paginateDescribeVpcs({ client: ec2 }, {}), ({ Vpcs }) => Vpcs)
    return vpcs.map((vpc) => ({
      vpcId: requireAnswer(vpc.VpcId, 'the id of a VPC'),
      cidrs: ipv4RangesOf(vpc),
    }))
  },

  async createVpc({ cidr, tags }) {
    const { ec2 } = await clientsOf()
    const { Vpc } = await ec2.send(
      new CreateVpcCommand({ CidrBlock: cidr, TagSpecifications: [tagSpecification('vpc', tags)] }),
    )
    return toVpc(requireAnswer(Vpc, 'which VPC it made'))
  },

  async deleteVpc(id) {
    const { ec2 } = await clientsOf()
    const deletion = () => unlessGone(ec2.send(new DeleteVpcCommand({ VpcId: id })))
    try {
      await deletion()
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'dependency-violation')) throw error
      // Our route table may be the last thing in it. As long as there are subnets, it is in use.
      if ((await describeSubnets(ec2, [{ Name: 'vpc-id', Values: [id] }])).length > 0) throw error
      for (const table of await listOwnRouteTables(ec2, id)) await deleteRouteTable(ec2, table)
      await deletion()
    }
  },
})

const toVpc = ({ VpcId, CidrBlock, Tags }: AwsVpc): Vpc => ({
  id: requireAnswer(VpcId, 'the id of a VPC'),
  cidr: requireAnswer(CidrBlock, 'the addresses of a VPC'),
  tags: fromAwsTags(Tags),
})

/** Its ranges of IPv4 addresses, sorted. */
export function ipv4RangesOf({ CidrBlock, CidrBlockAssociationSet = [] }: AwsVpc): string[] {
  const present = CidrBlockAssociationSet.filter(
    ({ CidrBlockState }) => CidrBlockState?.State === 'associated',
  )
  // A range that is being associated may be the only one that is listed.
  const first = requireAnswer(CidrBlock, 'the addresses of a VPC')
  return [...new Set([first, ...present.flatMap((range) => range.CidrBlock ?? [])])].sort()
}
