import { AssociateVpcCidrBlockCommand, CreateVpcCommand, EC2Client } from '@aws-sdk/client-ec2'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

const openEc2 = async (endpoint: string, accountNumber: string): Promise<EC2Client> =>
  new EC2Client({ region, endpoint, credentials: await enterAccount(endpoint, accountNumber) })

/** Makes a VPC as the customer would, with a range of IPv6; answers its id. */
export async function createCustomerVpc(
  endpoint: string,
  accountNumber: string,
  { cidr, otherCidr }: { cidr: string; otherCidr?: string },
): Promise<string> {
  const ec2 = await openEc2(endpoint, accountNumber)
  const { Vpc } = await ec2.send(new CreateVpcCommand({ CidrBlock: cidr, AmazonProvidedIpv6CidrBlock: true }))
  const id = String(Vpc?.VpcId)
  if (otherCidr) await ec2.send(new AssociateVpcCidrBlockCommand({ VpcId: id, CidrBlock: otherCidr }))
  ec2.destroy()
  return id
}
