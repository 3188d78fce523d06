import type { Clock } from '../../../core/time/clock'
import { CloudError } from '../cloud'

/** How long AWS may refuse what a role is allowed by a tag that was given just now. Its guide says of IAM that changes take up to a minute. */
export const lateTagSeconds = 60

/** Ids of what was made just now. IAM learns tags later than they are given, and until then refuses what they allow. */
export class RecentlyMade {
  /** Each with the epoch when it got its tags, the oldest first. */
  private readonly madeEpochs = new Map<string, number>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  note(ids: Iterable<string>): void {
    for (const id of ids) {
      this.madeEpochs.delete(id)
      this.madeEpochs.set(id, this.clock.now())
    }
    for (const id of this.madeEpochs.keys()) {
      if (this.ageOf(id) < lateTagSeconds) break
      this.madeEpochs.delete(id)
    }
  }

  /** A refusal of a call that names `ids`: one that passes by itself, if one of them was made just now. */
  explain(refusal: CloudError, ids: Iterable<string>): CloudError {
    if (refusal.kind !== 'access-denied' || refusal.isDeniedFromAbove) return refusal
    const secondsSinceMade = Math.min(...[...ids].map((id) => this.ageOf(id)))
    if (secondsSinceMade >= lateTagSeconds) return refusal
    return new CloudError('not-yet-allowed', refusal.message, { cause: refusal.cause, secondsSinceMade })
  }

  private ageOf(id: string): number {
    return (this.clock.now() - (this.madeEpochs.get(id) ?? -Infinity)) / 1000
  }
}

/** What a call gives tags to, by how its ids begin. */
const marked: Record<string, RegExp> = {
  CreateVpc: /^vpc-/,
  CreateSubnet: /^subnet-/,
  CreateInternetGateway: /^igw-/,
  CreateRouteTable: /^rtb-/,
  CreateSecurityGroup: /^sg-/,
  CreateVpcPeeringConnection: /^pcx-/,
  CreateTags: /^pcx-/,
  RunInstances: /^i-/,
  CreateLoadBalancer: /^arn:aws:elasticloadbalancing:.*:loadbalancer\//,
  CreateTargetGroup: /^arn:aws:elasticloadbalancing:.*:targetgroup\//,
  RequestCertificate: /^arn:aws:acm:/,
}

/** Ids of what a call of AWS, such as `CreateVpc`, has just marked as ours. */
export function idsMarkedBy(operation: string, exchange: { input: unknown; output: unknown }): string[] {
  const pattern = marked[operation]
  return pattern ? stringsIn(exchange).filter((text) => pattern.test(text)) : []
}

/** All texts in a request or an answer. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
