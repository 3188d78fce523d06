import { removeThing } from '../things'
import type { AccountState } from '../state'
import type { Surroundings } from './entries'

/** Takes away instances and load balancers, which have network interfaces. */
export function removeUsers(
  account: AccountState,
  isUser: (networks: { subnetIds: string[]; securityGroupIds: string[] }) => boolean,
  { lifecycle }: Surroundings,
): void {
  for (const instance of Object.values(account.instances))
    if (isUser({ subnetIds: [instance.subnetId], securityGroupIds: instance.securityGroupIds }))
      lifecycle.terminate(instance, 0)
  for (const balancer of Object.values(account.loadBalancers))
    if (isUser(balancer)) removeThing(account.loadBalancers, balancer.id)
}

export function removeSubnet(account: AccountState, id: string, surroundings: Surroundings): void {
  removeUsers(account, ({ subnetIds }) => subnetIds.includes(id), surroundings)
  removeThing(account.subnets, id)
}

/** A gateway stays while anything behind it has a public address. */
export function removePublicAddresses(
  account: AccountState,
  vpcId: string | undefined,
  surroundings: Surroundings,
): void {
  const inside = new Set(
    Object.values(account.subnets)
      .filter((subnet) => subnet.vpcId === vpcId)
      .map(({ id }) => id),
  )
  removeUsers(account, ({ subnetIds }) => subnetIds.some((id) => inside.has(id)), surroundings)
}
