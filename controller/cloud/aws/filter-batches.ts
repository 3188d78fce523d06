/** EC2 takes at most 200 values in one filter. */
const filterLimit = 200

export const inFilterBatches = (values: string[]): string[][] =>
  Array.from({ length: Math.ceil(values.length / filterLimit) }, (_, index) =>
    values.slice(index * filterLimit, (index + 1) * filterLimit),
  )
