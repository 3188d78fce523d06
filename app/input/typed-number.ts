import { requestMessages } from '../messages/request-messages'
import { invalid, type DomainError } from '../../core/errors'
import { longest } from '../../core/text/longest'
import type { Message } from '../../core/messages/declare-messages'

/** A number that somebody is to type. */
export interface WantedNumber {
  field: string
  /** What it has to be, to go before `, not “x”`. */
  rule: string
  /** The message that a refusal is, where it is one of its own. */
  told?: (fault: string) => Message
  isWhole: boolean
  /** How much each unit is that people write behind it, in lower case; by the empty one a number counts that has a fraction and may not. */
  units?: Record<string, number>
}

const whole = /^-?\d+$/
/** A decimal comma is a decimal point. */
const decimal = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/

/**
 * The number in what was typed or sent; undefined where nothing was.
 *
 * @throws DomainError `invalid` that quotes what is no such number, and says what may have been meant
 */
export function readNumber(typed: string | number, wanted: WantedNumber): number | undefined {
  const text = String(typed).trim()
  if (text === '') return undefined
  const isNumber = text.length <= longest.number && (wanted.isWhole ? whole : decimal).test(text)
  if (!isNumber) throw notSuch(typed, wanted)
  return Number(text.replace(',', '.'))
}

const longestQuote = 40

/** The refusal of what was typed, which it quotes where anything was. */
export function notSuch(typed: string | number, wanted: WantedNumber): DomainError {
  const text = String(typed).trim()
  const refuse = (fault: string) => {
    const message = (wanted.told ?? requestMessages.numberWrong)(fault)
    return invalid(message, { [wanted.field]: message })
  }
  if (text === '') return refuse(`${wanted.rule}.`)
  const quoted = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
  const meant = text.length > longestQuote ? undefined : findMeant(text, wanted)
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`
  return refuse(`${wanted.rule}, not “${quoted}”.${question}`)
}

const withUnit = /^([\d.,]+(?: \d{3})*(?:e\d{1,2})?) ?([a-z%]*)$/i
const grouped = /^\d{1,3}(?:([., ])\d{3})(?:\1\d{3})*$/
const mostMeant = 1e9

/** The number that was meant by `1e3`, `1,000` or `1.5 GB`; undefined where nobody can tell. */
function findMeant(text: string, { isWhole, units = {} }: WantedNumber): string | undefined {
  const [, digits = '', unit = ''] = withUnit.exec(text) ?? []
  const isGrouped = isWhole && grouped.test(digits)
  const number = Number(isGrouped ? digits.replace(/[., ]/g, '') : digits.replace(',', '.'))
  const isFraction = isWhole && !Number.isInteger(number)
  const size =
    unit === '' && !isFraction ? 1 : Object.hasOwn(units, unit.toLowerCase()) && units[unit.toLowerCase()]
  const meant = (size || Number.NaN) * number
  if (digits === '' || !(meant > 0 && meant <= mostMeant)) return undefined
  if (!isWhole || Number.isInteger(meant)) return String(Number(meant.toFixed(3)))
  return meant < 1 ? '1' : `${Math.floor(meant)} or ${Math.ceil(meant)}`
}
