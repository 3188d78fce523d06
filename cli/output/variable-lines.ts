import type { VariableLine } from '../../core/application/variable-file'
import { tableOf } from './table'

/** More of a value does not help to recognise it. */
const mostShown = 60

/**
 * What was read of a `.env` file, line by line, with a note at each that its writer may have meant in another way.
 *
 * @param showsValues false where what is told is kept, as in the log of a build
 */
export const describeLines = (lines: VariableLine[], showsValues: boolean): string =>
  tableOf(
    ['LINE', 'NAME', 'VALUE', 'NOTE'],
    lines.map(({ number, name, value, fault, notes }) => [
      `${number}`,
      name,
      fault === undefined ? tellValue(value, showsValues) : '',
      fault?.replace(/^Line \d+:? /, '') ?? notes.map((note) => tellNote(note, showsValues)).join(' '),
    ]),
  )

function tellValue(value: string, isShown: boolean): string {
  if (value === '') return '(empty)'
  if (!isShown) return `(${value.length} characters)`
  return value.length > mostShown ? `${value.slice(0, mostShown)}… (${value.length} characters)` : value
}

/** What is quoted in it is part of the value. */
const tellNote = (note: string, isShown: boolean): string => (isShown ? note : note.replace(/“.*”/, '“…”'))
