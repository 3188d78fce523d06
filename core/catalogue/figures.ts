/** A month as the prices of clouds are usually given: 365 days of 24 hours, divided by 12. */
export const hoursPerMonth = 730

/** The megabyte that applications ask for: decimal, unlike the mebibytes in which AWS sells memory. */
export const bytesPerMegabyte = 1_000_000

/** Room that the system and the agent take on every instance. */
export const instanceOverhead = { cpu: 0.1, memoryMb: 350 }

/** Mebibytes to the unit of memoryMb, 1,000,000 bytes. */
export const megabytesPerMebibyte = 1.048576

/** USD an hour of an application load balancer in us-east-1, beside what AWS charges for the traffic through it. */
export const loadBalancerPerHour = 0.0225
