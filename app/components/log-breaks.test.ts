import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { nameLines } from '../../core/environment-log/name-lines'
import { groupByCause, newestFirst, splitLog } from './log-breaks'

const line = (createdEpoch: number, message = 'Something happened.') => ({ createdEpoch, message })

describe('splitLog', () => {
  it('separates deployment lines that are more than five minutes apart', () => {
    const lines = [line(0), line(300_000), line(600_001)]
    expect(splitLog('deployment', lines).map(({ length }) => length)).toEqual([2, 1])
  })

  it('separates network lines that are more than 65 seconds apart', () => {
    const lines = [line(0), line(65_000), line(130_001)]
    expect(splitLog('network', lines).map(({ length }) => length)).toEqual([2, 1])
  })

  it('separates after a line that closes a piece of work', () => {
    const lines = [
      line(0, 'Deployment complete.'),
      line(1),
      line(2, 'Hosted zone association complete.'),
      line(3),
    ]
    expect(splitLog('deployment', lines).map(({ length }) => length)).toEqual([1, 2, 1])
  })

  it('knows such a line by its code, whatever it says', () => {
    const { live, printed } = deploymentLines
    const lines = [
      { ...line(0, 'In other words.'), code: live.code },
      { ...line(1, 'Deployment complete.'), code: printed.code },
      { ...line(2), code: nameLines.associated.code },
      { ...line(3), code: 'of.another-release' },
      line(4),
    ]
    expect(splitLog('deployment', lines).map(({ length }) => length)).toEqual([1, 2, 2])
  })

  it('keeps every line, in order', () => {
    const arbitrary = fc.array(fc.record({ createdEpoch: fc.nat(), message: fc.string() }))
    fc.assert(
      fc.property(arbitrary, (lines) => {
        expect(splitLog('network', lines).flat()).toEqual(lines)
      }),
    )
  })
})

it('newestFirst tells every line in one direction, whatever the pieces are', () => {
  const arbitrary = fc.array(fc.record({ createdEpoch: fc.nat(), message: fc.string() }))
  fc.assert(
    fc.property(arbitrary, (lines) => {
      expect(newestFirst('network', lines).flat()).toEqual([...lines].reverse())
    }),
  )
})

describe('groupByCause', () => {
  it('separates where lines begin to be about another deployment or none, and keeps each line', () => {
    const of = (id?: string) => (id === undefined ? {} : { deployment: { id } })
    const lines = [of(), of('1'), of('1'), of('2'), of(), of(), of('2')]
    expect(groupByCause(lines).map(({ length }) => length)).toEqual([1, 2, 1, 2, 1])
    expect(groupByCause(lines).flat()).toEqual(lines)
    expect(groupByCause([])).toEqual([])
  })
})
