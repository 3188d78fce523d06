import {
  paginateDescribeNetworkInterfaces,
  paginateDescribeSecurityGroups,
  paginateDescribeVpcEndpoints,
} from '@aws-sdk/client-ec2'
import { isOurs } from '../../../core/aws/ownership'
import type { ForeignThing, Network } from '../cloud'
import { everyItem } from './bounded-answers'
import { fromAwsTags } from './aws-tags'
import type { ClientsOf } from './role-sessions'

export const createForeignThings = (clientsOf: ClientsOf): Pick<Network, 'listForeign'> => ({
  async listForeign(vpcId) {
    const { ec2 } = await clientsOf()
    const inVpc = { Filters: [{ Name: 'vpc-id', Values: [vpcId] }] }
    const client = { client: ec2 }
    const [endpoints, interfaces, groups] = await Promise.all([
      everyItem(paginateDescribeVpcEndpoints(client, inVpc), ({ VpcEndpoints }) => VpcEndpoints),
      everyItem(
        paginateDescribeNetworkInterfaces(client, inVpc),
        ({ NetworkInterfaces }) => NetworkInterfaces,
      ),
      everyItem(paginateDescribeSecurityGroups(client, inVpc), ({ SecurityGroups }) => SecurityGroups),
    ])
    const foreign: (ForeignThing & { tags: Parameters<typeof fromAwsTags>[0] })[] = [
      ...endpoints.map(({ VpcEndpointId = '', ServiceName = '', Tags }) => ({
        kind: 'VPC endpoint' as const,
        id: VpcEndpointId,
        about: ServiceName,
        tags: Tags,
      })),
      ...interfaces.map(({ NetworkInterfaceId = '', Description = '', TagSet }) => ({
        kind: 'network interface' as const,
        id: NetworkInterfaceId,
        about: Description,
        tags: TagSet,
      })),
      // The one that each VPC has goes with it.
      ...groups
        .filter(({ GroupName }) => GroupName !== 'default')
        .map(({ GroupId = '', GroupName = '', Tags }) => ({
          kind: 'security group' as const,
          id: GroupId,
          about: GroupName,
          tags: Tags,
        })),
    ]
    return foreign
      .filter(({ tags }) => !isOurs(fromAwsTags(tags)))
      .map(({ kind, id, about }) => ({ kind, id, about }))
  },
})
