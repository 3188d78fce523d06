/** Of what an application asks for: its megabyte is decimal, unlike the mebibytes in which AWS sells memory. */
export const bytesPerMegabyte = 1_000_000
