import type { ContainerExit } from '../containers/runtime'

/** How a container ended, for people, without a full stop. */
export function describeExit({ code, signal, outOfMemory }: ContainerExit): string {
  if (outOfMemory) {
    const { limitMb, peakMb } = outOfMemory
    const before =
      peakMb === undefined
        ? 'it wanted more at once, before it could be seen what it uses'
        : `the most it was seen to use before was ${peakMb} MB`
    return `It ran out of memory and was ended: it reached its limit of ${limitMb} MB, and ${before}`
  }
  if (signal) return `It was ended by the signal ${signal}`
  return code === null ? 'Its container was removed' : `It exited with code ${code}`
}
