import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { most } from '../../core/text/longest'
import { scheduleLine, type ScheduleEntry } from '../../core/application/schedule'
import { scheduleFault } from '../services/applications/schedule-fault'
import { readField } from './rule'
import { scheduleRule, type ScheduleEntryInput } from './schedule'

const weekdays: ScheduleEntry = {
  start: '0 8 * * 1-5',
  end: '0 20 * * 1-5',
  timeZone: 'Europe/Berlin',
  processes: 5,
}
const read = (sent: string | ScheduleEntryInput[] | null) =>
  readField(scheduleRule(scheduleFault), sent, 'schedule')

/** What the field says of it. */
function faultOf(sent: string | ScheduleEntryInput[]): string | undefined {
  try {
    read(sent)
    return undefined
  } catch (error) {
    const { fields } = error as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual(['schedule'])
    return fields['schedule']
  }
}

describe('a schedule', () => {
  it('is typed with an entry on each line, whatever blanks there are', () => {
    const typed =
      '\r\n  0  8 * * 1-5 to 0 20 * * 1-5   Europe/Berlin:5\r\n\r\n30 5 * * * to 0 6 * * * UTC: 2  '
    expect(read(typed)).toEqual([
      weekdays,
      { start: '30 5 * * *', end: '0 6 * * *', timeZone: 'UTC', processes: 2 },
    ])
  })

  it('is sent as entries, with numbers as they were typed', () => {
    expect(read([{ ...weekdays, start: ' 0 8  * * 1-5', processes: '5' }])).toEqual([weekdays])
  })

  it('is none where nothing was typed, and an empty one where “none” was', () => {
    expect([null, '', ' \n '].map(read)).toEqual([null, null, null])
    expect(['none', ' None\n', []].map((sent) => read(sent as string))).toEqual([[], [], []])
  })

  it('is read from what it is written as', () => {
    const entry = fc.record({
      start: fc.constantFrom('0 8 * * 1-5', '*/15 9-17 1,15 * *'),
      end: fc.constantFrom('0 20 * * MON-FRI', '5 0 * * *'),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'),
      processes: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: most.scheduleEntries }), (entries) => {
        expect(read(entries.map(scheduleLine).join('\n'))).toEqual(entries)
      }),
    )
  })
})

describe('what is wrong with a schedule is told with its line', () => {
  const second = (line: string) => `${scheduleLine(weekdays)}\n${line}`
  it.each([
    [
      'no entry',
      'at 8: 5',
      'Line 2: write it as 0 8 * * 1-5 to 0 20 * * 1-5 Europe/Berlin: 5, not “at 8: 5”.',
    ],
    [
      'no time of cron',
      '0 25 * * * to 0 20 * * * UTC: 5',
      'Line 2: “0 25 * * *” is not a cron expression. Write minute, hour, day of month, month and day of week, such as 0 8 * * 1-5.',
    ],
    [
      'a time that never comes',
      '0 8 * * * to 0 0 30 2 * UTC: 5',
      'Line 2: “0 0 30 2 *” is not a cron expression. Write minute, hour, day of month, month and day of week, such as 0 8 * * 1-5.',
    ],
    [
      'no time zone',
      '0 8 * * * to 0 20 * * * Mars: 5',
      'Line 2: “Mars” is not a time zone. Write a name such as Europe/Berlin or UTC.',
    ],
    [
      'the same times',
      '0 8 * * * to 0 8 * * * UTC: 5',
      'Line 2: it starts and ends at the same times. Change one of them.',
    ],
    [
      'no number',
      '0 8 * * * to 0 20 * * * UTC: 0',
      'Line 2: The number of processes must be a whole number from 1 to 10000, not “0”.',
    ],
  ])('%s', (_, line, told) => expect(faultOf(second(line))).toBe(told))

  it('or its entry, where it was sent', () => {
    expect(faultOf([weekdays, { ...weekdays, processes: 20_000 }])).toContain('Entry 2: The number')
  })

  it('or its length', () => {
    expect(faultOf(Array.from({ length: 6 }, () => scheduleLine(weekdays)).join('\n'))).toBe(
      'A schedule can have at most 5 entries.',
    )
  })
})
