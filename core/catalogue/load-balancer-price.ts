import { charges } from '../charges/charges'

/** USD an hour of an application load balancer in us-east-1, beside what AWS charges for its addresses and the traffic through it. */
export const loadBalancerPerHour = charges.loadBalancer.usd
