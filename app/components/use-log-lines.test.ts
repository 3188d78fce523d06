import { describe, expect, it } from 'vitest'
import { withLines } from './use-log-lines'

const line = (id: number) => ({
  id,
  type: 'deployment' as const,
  createdEpoch: id,
  message: `Line ${id}`,
  severity: 'INFO' as const,
})
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index))
const act = (createdEpoch: number) => ({ id: String(createdEpoch), createdEpoch, message: 'Ada did it.' })
const idsOf = ({ logs }: { logs: { id: number }[] }) => logs.map(({ id }) => id)

describe('the lines of a page that follows a log', () => {
  it('are those that were read and those that were heard since, each once', () => {
    const read = { logs: lines(1, 3), acts: [] }
    expect(idsOf(withLines(read, lines(2, 5)))).toEqual([1, 2, 3, 4, 5])
    expect(withLines(read, lines(1, 3))).toBe(read)
    expect(idsOf(withLines({ logs: [], acts: [] }, lines(7, 8)))).toEqual([7, 8])
  })

  it('are the newest 500 at most; older ones, and what was done then, are a link away', () => {
    const read = { logs: lines(1, 499), acts: [act(2), act(300)] }
    const log = withLines(read, lines(500, 510))
    expect(idsOf(log)).toEqual(Array.from({ length: 500 }, (_, index) => 11 + index))
    expect(log).toMatchObject({ acts: [act(300)], hasOlder: true })
  })
})
