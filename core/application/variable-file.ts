import { most } from '../text/longest'
import { variableNameFault } from './environment-variables'
import { oddities } from './variable-file-oddities'

/** A line of a `.env` file that sets a variable, or that says nothing which can be read. */
export interface VariableLine {
  /** From 1. */
  number: number
  name: string
  value: string
  /** What whoever wrote it may not have meant: what was cut, kept as it is, or set twice. */
  notes: string[]
  /** Why it cannot be taken. */
  fault?: string
}

/** An assignment as in a file that a shell reads, up to its value. */
const assignment = /^[^\S\n]*(?:export[^\S\n]+)?([^=\s]+)[^\S\n]*=[^\S\n]*/
const comment = /^\s*(?:#|$)/
const isBase64 = /^[A-Za-z0-9+/]+$/
/** Programs that wrap base64 do so after 64 or 76 characters. */
const shortestWrapped = 64
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/**
 * What stands in a `.env` file, by lines: NAME=value, with or without `export`, comments behind a blank, values in single, double or
 * back quotes over several lines, and `\n`, `\r`, `\t`, `\"`, `\\`, `\$` in double ones. Nothing is put in for `$NAME`. Each character is
 * looked at a fixed number of times, whatever stands around it.
 */
export function readVariableFile(typed: string): VariableLine[] {
  const text = typed.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const lines = text.split('\n', most.variableFileLines + 1)
  if (lines.length > most.variableFileLines) {
    const fault = `The file may have at most ${most.variableFileLines} lines. Leave out what is no variable.`
    return [{ number: lines.length, name: '', value: '', notes: [], fault }]
  }
  const found: VariableLine[] = []
  for (let at = 0, start = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const { taken, ...read } = comment.test(line) ? { taken: 1 } : readAssignment(line, text, start, at + 1)
    if ('name' in read) found.push(refuseRest(read, found.at(-1)))
    for (const end = Math.min(at + taken, lines.length); at < end; at++) start += (lines[at]?.length ?? 0) + 1
  }
  noteWhatIsSetTwice(found)
  return found
}

/** Refuses the end of a long text in base64 that goes on from the line before, which alone would be cut. */
function refuseRest(line: VariableLine, before: VariableLine | undefined): VariableLine {
  const { number, name, value } = line
  const isRest =
    before?.number === number - 1 &&
    value === '=' &&
    isBase64.test(name) &&
    before.value.length >= shortestWrapped &&
    isBase64.test(before.value)
  const fault = `Line ${number} looks like the rest of the value of ${before?.name}. Put the value in quotes to have it over several lines.`
  return isRest ? { ...line, fault } : line
}

/** Reads what begins at `start`, and how many lines it takes: all that are left for a quote that is never closed. */
function readAssignment(
  line: string,
  text: string,
  start: number,
  number: number,
): VariableLine & { taken: number } {
  const [before = '', name = ''] = assignment.exec(line) ?? []
  const none = { number, name, value: '', notes: [], taken: 1 }
  if (name === '') return { ...none, fault: `Line ${number} is not NAME=value.` }
  const wrongName = variableNameFault(name)
  const fault = wrongName === undefined ? undefined : `Line ${number}: ${wrongName}`
  const from = start + before.length
  const quote = text[from] ?? ''
  if (!/["'`]/.test(quote)) {
    const { value, cut } = withoutComment(line.slice(before.length), before.endsWith('='))
    return { ...none, value, notes: oddities({ value, cut, quote: '' }), ...(fault && { fault }) }
  }
  const end = endOfQuoted(text, from, quote)
  if (end < 0)
    return {
      ...none,
      taken: Infinity,
      fault: fault ?? `Line ${number}: the value of ${name} has no closing ${quote}.`,
    }
  const inside = text.slice(from + 1, end)
  const nextLine = text.indexOf('\n', end)
  const after = text.slice(end + 1, nextLine < 0 ? undefined : nextLine)
  const isAlone = comment.test(after)
  return {
    number,
    name,
    value: quote === '"' ? unescape(inside) : inside,
    notes: oddities({ value: inside, cut: '', quote }),
    taken: inside.split('\n').length,
    ...((fault ?? !isAlone) && {
      fault: fault ?? `Line ${number}: something follows the closing ${quote} of ${name}.`,
    }),
  }
}

/** A value without quotes, up to a # that has a blank before it: one that stands in a word, or right behind the =, belongs to it. */
function withoutComment(typed: string, isRightBehind: boolean): { value: string; cut: string } {
  const start = /^#/.test(typed) && !isRightBehind ? 0 : typed.search(/\s#/)
  return start < 0
    ? { value: typed.trim(), cut: '' }
    : { value: typed.slice(0, start).trim(), cut: typed.slice(start).trim() }
}

/** Where the quote is that closes the one at `start`. */
function endOfQuoted(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (quote === '"' && text[at] === '\\') at++
  }
  return -1
}

const unescape = (text: string): string =>
  text.replaceAll(/\\([nrt"\\$])/g, (_all, character: string) => escapes[character] ?? character)

function noteWhatIsSetTwice(found: VariableLine[]): void {
  const last = new Map(found.map((line) => [line.name, line]))
  for (const { name, number, notes } of found) {
    const other = last.get(name)
    if (name !== '' && other && other.number !== number)
      notes.push(`Twice: line ${other.number} sets ${name} again, and counts.`)
  }
}

const escapedAs: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Variables as a `.env` file, each so that SDO and other programs that read such files give back the same. */
export const writeVariableFile = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('')

function quote(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value
  // In single quotes nothing stands for anything else.
  if (!/['\\\r\n\t]/.test(value)) return `'${value}'`
  return `"${value.replaceAll(/[\\"$]/g, '\\$&').replaceAll(/[\n\r\t]/g, (character) => escapedAs[character] ?? character)}"`
}
