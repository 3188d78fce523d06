import { configFields } from '../../core/application/config/fields'
import {
  noSchedule,
  readScheduleLine,
  scheduleExample,
  type ScheduleEntry,
} from '../../core/application/schedule'
import { declareMessages } from '../../core/messages/declare-messages'
import { most } from '../../core/text/longest'
import { singleSpaced } from '../../core/text/single-spaced'
import { messages } from '../messages/messages'
import { rule, type Rule } from './rule'
import { notSuch, readNumber } from './typed-number'

/** An entry as it is sent. */
export interface ScheduleEntryInput extends Omit<ScheduleEntry, 'processes'> {
  processes: string | number
}

const { scheduleWrong } = declareMessages('schedule', {
  scheduleWrong: { docs: '/docs/usage#schedule', text: (fault: string) => fault },
})

/** An entry, and what people call its place. */
interface Placed {
  place: string
  /** Undefined for a line that is none. */
  entry: ScheduleEntryInput | undefined
  written: string
}

/**
 * A schedule as it was typed, an entry on each line, or sent. What is wrong is told at the field, with the line that is meant. Nothing is null, and
 * `none` an empty one.
 *
 * @param faultOf why an entry cannot be, apart from its form: that takes a library too large for browsers
 */
export const scheduleRule = (
  faultOf: (entry: ScheduleEntry) => string | undefined = () => undefined,
): Rule<string | ScheduleEntryInput[] | null | undefined, ScheduleEntry[] | null> =>
  rule((sent, refuse) => {
    const told = (fault: string) => refuse(scheduleWrong(fault))
    if (sent === null || sent === undefined || (typeof sent === 'string' && sent.trim() === '')) return null
    if (typeof sent === 'string' && sent.trim().toLowerCase() === noSchedule) return []
    const placed = typeof sent === 'string' ? readLines(sent) : sent.map(placedEntry)
    if (placed.length > most.scheduleEntries)
      return refuse(messages.tooManyInOne(`A schedule can have at most ${most.scheduleEntries} entries.`))
    return placed.map(({ place, entry, written }): ScheduleEntry => {
      if (!entry) return told(`${place}: write it as ${scheduleExample}, not “${quote(written)}”.`)
      const processes = readNumber(entry.processes, wantedNumber)
      const { range } = wantedNumber
      if (!(processes !== undefined && processes >= range.from && processes <= range.most))
        return told(`${place}: ${notSuch(entry.processes, wantedNumber).text}`)
      const meant = {
        // In the order in which Postgres keeps them, by which revisions are marked.
        end: singleSpaced(entry.end),
        start: singleSpaced(entry.start),
        timeZone: entry.timeZone.trim(),
        processes,
      }
      const fault = faultOf(meant)
      return fault === undefined ? meant : told(`${place}: ${fault}`)
    })
  })

const wantedNumber = configFields.schedule.processes

const readLines = (text: string): Placed[] =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((written, index) =>
      written.trim() === '' ? [] : { place: `Line ${index + 1}`, entry: readScheduleLine(written), written },
    )

const placedEntry = (entry: ScheduleEntryInput, index: number): Placed => ({
  place: `Entry ${index + 1}`,
  entry,
  written: '',
})

const longestQuote = 60
const quote = (text: string): string =>
  text.length > longestQuote ? `${text.trim().slice(0, longestQuote)}…` : text.trim()
