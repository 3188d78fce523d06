import type { ContainerExit } from '../containers/runtime'

/** What shells, and the init that stands before the program of an image, say by their code of what they could not start. */
const meanings = new Map([
  [
    126,
    'its program cannot be run, such as one for another architecture, or without the right to be executed',
  ],
  [127, 'a program that it names is not in its image'],
])

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
  const meaning = code === null ? undefined : meanings.get(code)
  if (meaning) return `It exited with code ${code}: ${meaning}`
  return code === null ? 'Its container was removed' : `It exited with code ${code}`
}
