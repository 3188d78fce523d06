import type { Tags } from '../core/aws/ownership'
import type { Listed } from './state'
import { refusal } from './refusal'
import type { World } from './world'

/** Filters `things` by `tags`, without those that lists do not show yet. */
export function visible<T extends { tags: Tags }>(
  world: World,
  things: Record<string, Listed<T>>,
  tags: Tags,
): Listed<T>[] {
  return Object.values(things)
    .filter((thing) => thing.visibleEpoch <= world.clock.now())
    .filter((thing) => Object.entries(tags).every(([key, value]) => thing.tags[key] === value))
}

/** What AWS answers where there is none of a kind, by how it calls the kind. */
const codeByKind = {
  VPC: 'InvalidVpcID.NotFound',
  subnet: 'InvalidSubnetID.NotFound',
  'internet gateway': 'InvalidInternetGatewayID.NotFound',
  'route table': 'InvalidRouteTableID.NotFound',
  'security group': 'InvalidGroup.NotFound',
  'load balancer': 'LoadBalancerNotFound',
  'target group': 'TargetGroupNotFound',
  certificate: 'ResourceNotFoundException',
}

/** @throws CloudError not-found */
export function requireThing<T>(things: Record<string, T>, id: string, kind: keyof typeof codeByKind): T {
  const thing = things[id]
  if (!thing) throw refusal(codeByKind[kind], `The ${kind} '${id}' does not exist`)
  return thing
}

/** A thing of EC2 that is to be used: for a while, AWS may say of a new one that there is none. @throws CloudError not-found */
export function requireKnown<T>(
  { clock, timings }: Pick<World, 'clock' | 'timings'>,
  things: Record<string, Listed<T>>,
  id: string,
  kind: keyof typeof codeByKind,
): Listed<T> {
  const thing = requireThing(things, id, kind)
  if (timings.isUnusableUntilVisible && thing.visibleEpoch > clock.now()) return requireThing({}, id, kind)
  return thing
}

/** Removes a thing, if it is there. */
export const removeThing = (things: Record<string, unknown>, id: string): void => {
  Reflect.deleteProperty(things, id)
}

/** @throws CloudError dependency-violation if there are `dependents` */
export function requireUnused(kind: string, id: string, dependents: string[]): void {
  if (dependents.length > 0)
    throw refusal(
      kind === 'certificate' || kind === 'target group' || kind === 'load balancer'
        ? 'ResourceInUse'
        : 'DependencyViolation',
      `The ${kind} '${id}' has dependencies and cannot be deleted: ${dependents.join(', ')}`,
    )
}
