import { variableNameFault } from '../../core/application/environment-variables'
import { invalid } from '../../core/errors'
import { checkEach } from './check-all'

interface Line {
  number: number
  text: string
}
interface Assignment {
  number: number
  name: string
  value: string
}

/** An assignment as in a file that a shell reads. */
const assignment = /^\s*(?:export\s+)?([^=\s]+)\s*=[^\S\n]*(.*)$/s
const comment = /^\s*(#.*)?$/
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/**
 * Variables of a `.env` file, of which nothing is passed over: NAME=value lines, with or without `export`, comments, values in single, double or
 * back quotes over several lines, and `\n`, `\r`, `\t`, `\"`, `\\`, `\$` in double ones. Nothing is put in for `$NAME`.
 *
 * @throws DomainError `invalid` at `field` with the line that is none, or whose name cannot be
 */
export function parseVariableFile(text: string, field: string): Record<string, string> {
  const assignments = readAssignments(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), field)
  const variables = checkEach(assignments, ({ number, name, value }) => {
    const fault = variableNameFault(name)
    if (fault !== undefined) throw refuse(field, `Line ${number}: ${fault}`)
    return [name, value] as const
  })
  return Object.fromEntries(variables)
}

function readAssignments(text: string, field: string): Assignment[] {
  const lines = text.split('\n').map((text, index): Line => ({ number: index + 1, text }))
  const found: Assignment[] = []
  for (let at = 0; at < lines.length; at++) {
    const { number, text = '' } = lines[at] ?? { number: at + 1 }
    if (comment.test(text)) continue
    const [, name = '', rest = ''] = assignment.exec(text) ?? []
    if (name === '') throw refuse(field, `Line ${number} is not NAME=value.`)
    const [quote = ''] = /^["'`]/.exec(rest) ?? []
    if (quote === '') {
      found.push({ number, name, value: rest.replace(/(^|\s)#.*$/, '').trim() })
      continue
    }
    const following = [rest, ...lines.slice(at + 1).map((line) => line.text)].join('\n')
    const end = endOfQuoted(following, quote)
    if (end < 0) throw refuse(field, `Line ${number}: the value of ${name} has no closing ${quote}.`)
    const [after = ''] = following.slice(end + 1).split('\n')
    if (!comment.test(after))
      throw refuse(field, `Line ${number}: something follows the closing ${quote} of ${name}.`)
    const inside = following.slice(1, end)
    found.push({ number, name, value: quote === '"' ? unescape(inside) : inside })
    at += inside.split('\n').length - 1
  }
  return found
}

/** Where the quote is that closes what begins with one. */
function endOfQuoted(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (quote === '"' && text[at] === '\\') at++
  }
  return -1
}

const unescape = (text: string): string =>
  text.replaceAll(/\\([nrt"\\$])/g, (_all, character: string) => escapes[character] ?? character)

const refuse = (field: string, message: string) => invalid(message, { [field]: message })
