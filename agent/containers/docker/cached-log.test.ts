import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesPerLogEvent } from '../../output/log-meter'
import { openCachedLog } from './cached-log'

interface Printed {
  epoch: number
  line: string
  part?: 'first' | 'last'
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
const bytesField = (number: number, content: Uint8Array) => [
  ...varint(number * 8 + 2),
  ...varint(content.length),
  ...content,
]

/** As Docker's driver `local` writes it. */
function entryOf({ epoch, line, part }: Printed): Buffer {
  const metadata = [...(part === 'last' ? [8, 1] : []), ...bytesField(2, Buffer.from('id')), 24, 1]
  const message = Buffer.from([
    ...bytesField(1, Buffer.from('stdout')),
    ...[16, ...varint(epoch * 1e6)],
    ...bytesField(3, Buffer.from(line)),
    ...(part ? [32, 1, ...bytesField(5, Buffer.from(metadata))] : []),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  return Buffer.concat([length, message, length])
}

const sizeOf = (lines: readonly Printed[]) =>
  lines.reduce(
    (sum, { line, part }) => sum + Buffer.byteLength(line) + (part === 'first' ? 0 : bytesPerLogEvent),
    0,
  )

describe('the log that Docker keeps beside what it sends', () => {
  let root: string
  let path: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cached-log-'))
    mkdirSync(join(root, 'containers', 'one'), { recursive: true })
    path = join(root, 'containers', 'one', 'container-cached.log')
    writeFileSync(path, '')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const openLog = (sinceEpoch = 0) => openCachedLog({ root, containerId: 'one', sinceEpoch })
  const print = (...lines: Printed[]) => appendFileSync(path, Buffer.concat(lines.map(entryOf)))
  const rotate = () => {
    renameSync(path, `${path}.1`)
    writeFileSync(path, '')
  }

  it('is counted whole, whatever is printed, looked at and replaced when', () => {
    const line = fc.record(
      {
        epoch: fc.integer({ min: 1.7e12, max: 1.9e12 }),
        line: fc.string({ maxLength: 300, unit: 'grapheme' }),
      },
      { requiredKeys: ['epoch', 'line'] },
    )
    const acts = fc.array(fc.oneof(line, fc.constant('count' as const), fc.constant('rotate' as const)), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(acts, (acts) => {
        rmSync(path, { force: true })
        writeFileSync(path, '')
        const log = openLog()
        let counted = 0
        const count = () => (counted += log.count(Infinity) ?? 0)
        for (const act of acts) {
          if (act === 'count') count()
          else if (act === 'rotate') {
            // Docker keeps one file beside the present one: it is looked at more often.
            count()
            rotate()
          } else print(act)
        }
        count()
        log.close()
        expect(counted).toBe(sizeOf(acts.filter((act) => typeof act === 'object')))
      }),
      { numRuns: 100 },
    )
  })

  it('counts what stands between two times, each line once', () => {
    print({ epoch: 1000, line: 'old' }, { epoch: 2000, line: 'then' }, { epoch: 3000, line: 'later' })
    const log = openLog(1000)
    expect(log.count(2000)).toBe(4 + bytesPerLogEvent)
    expect(log.count(2999)).toBe(0)
    expect(log.count(3000)).toBe(5 + bytesPerLogEvent)
  })

  it('counts a line that Docker parted as one', () => {
    const parts: Printed[] = [
      { epoch: 1, line: 'a'.repeat(16_384), part: 'first' },
      { epoch: 1, line: 'b', part: 'last' },
    ]
    print(...parts)
    expect(openLog().count(2)).toBe(16_385 + bytesPerLogEvent)
  })

  it('waits for the rest of an entry that is not whole', () => {
    const entry = entryOf({ epoch: 1, line: 'slow' })
    appendFileSync(path, entry.subarray(0, 9))
    const log = openLog()
    expect(log.count(2)).toBe(0)
    appendFileSync(path, entry.subarray(9))
    expect(log.count(2)).toBe(4 + bytesPerLogEvent)
  })

  it('counts the last lines of a container that was removed, and is over then', () => {
    const log = openLog()
    print({ epoch: 1, line: 'last' })
    rmSync(join(root, 'containers', 'one'), { recursive: true })
    log.end()
    expect(log.isOver()).toBe(false)
    expect(log.count(0)).toBe(4 + bytesPerLogEvent)
    expect(log.isOver()).toBe(true)
    mkdirSync(join(root, 'containers', 'one'))
  })

  it('is unknown where it cannot be read, until the container has ended', () => {
    const log = openCachedLog({ root: '/nowhere', containerId: 'one', sinceEpoch: 0 })
    expect([log.count(1), log.isOver()]).toEqual([undefined, false])
    log.end()
    expect(log.isOver()).toBe(true)
  })
})
