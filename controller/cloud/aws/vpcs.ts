import {
  CreateVpcCommand,
  DeleteRouteTableCommand,
  DeleteVpcCommand,
  paginateDescribeVpcs,
  type Vpc as AwsVpc,
} from '@aws-sdk/client-ec2'
import type { Network, Vpc } from '../cloud'
import { unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './require-answer'
import type { ClientsOf } from './role-sessions'
import { listOwnRouteTables } from './route-tables'

export const createVpcs = (clientsOf: ClientsOf): Pick<Network, 'listVpcs' | 'createVpc' | 'deleteVpc'> => ({
  async listVpcs(tags) {
    const { ec2 } = await clientsOf()
    const vpcs: Vpc[] = []
    for await (const { Vpcs } of paginateDescribeVpcs({ client: ec2 }, { Filters: tagFilters(tags) }))
      vpcs.push(...(Vpcs ?? []).map(toVpc))
    return vpcs
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
    for (const { id: RouteTableId } of await listOwnRouteTables(ec2, id))
      await unlessGone(ec2.send(new DeleteRouteTableCommand({ RouteTableId })))
    await unlessGone(ec2.send(new DeleteVpcCommand({ VpcId: id })))
  },
})

const toVpc = ({ VpcId, CidrBlock, Tags }: AwsVpc): Vpc => ({
  id: requireAnswer(VpcId, 'the id of a VPC'),
  cidr: requireAnswer(CidrBlock, 'the addresses of a VPC'),
  tags: fromAwsTags(Tags),
})
