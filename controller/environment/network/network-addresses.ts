import { createHash } from 'node:crypto'

/** The VPC of an environment: one of 256 /16 networks, always the same for the same name. */
export function vpcCidrOf(environment: string): string {
  const [second] = createHash('sha256').update(environment).digest()
  return `10.${second}.0.0/16`
}

/** The /18 of the VPC for its `index`th subnet, 0 to 3: 16,379 addresses each, and a quarter in reserve. */
export const subnetCidrOf = (vpcCidr: string, index: number): string => {
  const [first, second] = vpcCidr.split('.')
  return `${first}.${second}.${index * 64}.0/18`
}
