/** The megabyte that applications ask for: decimal, unlike the mebibytes in which AWS sells memory. */
export const bytesPerMegabyte = 1_000_000
