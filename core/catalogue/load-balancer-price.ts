/** USD an hour of an application load balancer in us-east-1, beside what AWS charges for the traffic through it. */
export const loadBalancerPerHour = 0.0225
