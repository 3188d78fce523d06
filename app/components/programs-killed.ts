/** Says, without a full stop, that the kernel ended programs in a process that goes on. */
export const programsKilled = (count: number): string =>
  `${count === 1 ? '1 program' : `${count} programs`} killed: memory ran out`
