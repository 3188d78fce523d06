/** A month as the prices of clouds are usually given: 365 days of 24 hours, divided by 12. */
export const hoursPerMonth = 730

/** The megabyte that applications ask for: decimal, unlike the mebibytes in which AWS sells memory. */
export const bytesPerMegabyte = 1_000_000

/** Room that the system and the agent take on every instance. On 512 MiB, Debian with Docker and the agent took 164 MB (`tests/machines/boot.test.ts`); Amazon's image was not measured. */
export const instanceOverhead = { cpu: 0.1, memoryMb: 350 }

/** Mebibytes to the unit of memoryMb, 1,000,000 bytes. */
export const megabytesPerMebibyte = 1.048576

/** USD an hour at most, before and after a change. */
export interface PerHour {
  before: number
  after: number
}

const monthly = (perHour: number): string =>
  `${Math.round(perHour * hoursPerMonth).toLocaleString('en-US')} USD`

/** What a change makes of the cost: `from at most 48 USD to at most 3,075 USD a month`. */
export const monthlyChangeText = ({ before, after }: PerHour): string =>
  `from at most ${monthly(before)} to at most ${monthly(after)} a month`

/** The disk of an instance: the system, and the images of two versions at up to 6.5 GB each while one replaces the other; the snapshot of the image takes no less. */
export const instanceDiskGib = 30
