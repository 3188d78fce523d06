import type { ContainerExit } from '../containers/runtime'

/** How a container ended, for people, without a full stop. */
export function describeExit({ code, signal, outOfMemory }: ContainerExit): string {
  if (outOfMemory) {
    const { limitMb, peakMb } = outOfMemory
    const peak = peakMb === undefined ? '' : `, the most it was seen to use ${peakMb} MB`
    return `It ran out of memory and was ended: its limit is ${limitMb} MB${peak}`
  }
  if (signal) return `It was ended by the signal ${signal}`
  return code === null ? 'Its container was removed' : `It exited with code ${code}`
}
