/** Numbers from 0 up to but not including 1. */
export type Random = () => number

/** The same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const hexDigits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')

/** An id as EC2 makes them, e.g. `vpc-0a1b…`. */
export const newId = (prefix: string, random: Random): string => `${prefix}-0${hexDigits(random, 16)}`

/** As Certificate Manager names things. */
export const newUuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((count) => hexDigits(random, count)).join('-')

/** The ARN of a load balancer or target group. */
export const newLoadBalancingArn = (
  kind: 'loadbalancer/app' | 'targetgroup',
  accountNumber: string,
  name: string,
  random: Random,
): string =>
  `arn:aws:elasticloadbalancing:us-east-1:${accountNumber}:${kind}/${name}/${hexDigits(random, 16)}`
