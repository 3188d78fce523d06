import { requestMessages } from '../messages/request-messages'
import { longest } from '../../core/text/longest'
import type { Message } from '../../core/messages/declare-messages'
import { rule, type Rule } from './rule'

/** A number that somebody is to type. */
export interface WantedNumber {
  /** What it has to be, to go before `, not “x”`. */
  rule: string
  /** The message that a refusal is, where it is one of its own. */
  told?: (fault: string) => Message
  isWhole: boolean
  /** The least beside 0, if any. */
  least?: number
  /** How much each unit is that people write behind it, in lower case; by the empty one a number counts that has a fraction and may not. */
  units?: Record<string, number>
}

const whole = /^-?\d+$/
/** A decimal comma is a decimal point. */
const decimal = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/

/** The number in what was typed or sent: not a number where it is none that is wanted, undefined where nothing was typed. */
export function readNumber(typed: string | number, wanted: WantedNumber): number | undefined {
  const text = String(typed).trim()
  if (text === '') return undefined
  const isNumber = text.length <= longest.number && (wanted.isWhole ? whole : decimal).test(text)
  return isNumber ? Number(text.replace(',', '.')) : Number.NaN
}

/** A number from 0 to `most`, and none between 0 and the least; nothing typed is `none`, where that may be. */
export const numberUpTo = (
  most: number,
  wanted: WantedNumber,
  none = Number.NaN,
): Rule<string | number, number> =>
  rule((typed, refuse) => {
    const number = readNumber(typed, wanted) ?? none
    const { least = 0 } = wanted
    return number === 0 || (number >= least && number <= most) ? number : refuse(notSuch(typed, wanted))
  })

const longestQuote = 40

/** Why what was typed is refused, with it where anything was, and what may have been meant. */
export function notSuch(typed: string | number, wanted: WantedNumber): Message {
  const text = String(typed).trim()
  const told = wanted.told ?? requestMessages.numberWrong
  if (text === '') return told(`${wanted.rule}.`)
  const quoted = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
  const meant = text.length > longestQuote ? undefined : findMeant(text, wanted)
  const question = meant === undefined || meant === text ? '' : ` Did you mean ${meant}?`
  return told(`${wanted.rule}, not “${quoted}”.${question}`)
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
