import { describe, expect, it } from 'vitest'
import { describeExit } from './describe-exit'

describe('what is said of a container that ended', () => {
  it.each([
    [{ code: 3, signal: null }, 'It exited with code 3'],
    [{ code: 127, signal: null }, 'It exited with code 127: a program that it names is not in its image'],
    [{ code: null, signal: 'SIGSEGV' }, 'It was ended by the signal SIGSEGV'],
    [{ code: null, signal: null }, 'Its container was removed'],
    [
      { code: null, signal: 'SIGKILL', outOfMemory: { limitMb: 50, peakMb: 31 } },
      'It ran out of memory and was ended: it reached its limit of 50 MB, and the most it was seen to use before was 31 MB',
    ],
    [
      { code: null, signal: 'SIGKILL', outOfMemory: { limitMb: 50 } },
      'It ran out of memory and was ended: it reached its limit of 50 MB, and it wanted more at once, before it could be seen what it uses',
    ],
  ])('%j: %s', (exit, words) => {
    expect(describeExit(exit)).toBe(words)
  })
})
