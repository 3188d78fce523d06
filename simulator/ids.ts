/** Numbers from 0 up to but not including 1. */
export type Random = () => number

const hexDigits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')

/** An id as EC2 makes them, e.g. `vpc-0a1b…`. */
export const newId = (prefix: string, random: Random): string => `${prefix}-0${hexDigits(random, 16)}`

/** A new UUID, by which Certificate Manager names things. */
export const newUuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((count) => hexDigits(random, count)).join('-')

/** The last part of the ARN of a thing of Elastic Load Balancing. */
export const newHex = (random: Random): string => hexDigits(random, 16)

/** The ARN of a load balancer or target group. */
export const newLoadBalancingArn = (
  kind: 'loadbalancer/app' | 'targetgroup',
  accountNumber: string,
  name: string,
  random: Random,
): string => `arn:aws:elasticloadbalancing:us-east-1:${accountNumber}:${kind}/${name}/${newHex(random)}`
