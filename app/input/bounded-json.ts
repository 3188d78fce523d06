import { invalid } from '../../core/errors'
import { callMessages } from '../messages/call-messages'
import type { Message } from '../../core/messages/declare-messages'

export interface JsonShape {
  /** How many lists and objects may stand in one another. */
  deepest: number
  /** How many values there may be in all. */
  mostValues: number
}

/** The bounds of a call's JSON: several times as much as any call needs. */
export const callShape: JsonShape = { deepest: 8, mostValues: 2_000 }

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Refuses JSON that costs more to read than anything of use: a megabyte of brackets keeps the parser, and whoever looks at what comes
 * out of it, busy for long. Reads each character once and keeps nothing; whether it is JSON at all is the parser's to say.
 *
 * @throws DomainError `invalid`
 */
export function requireModestJson(text: string, { deepest, mostValues }: JsonShape): void {
  let depth = 0
  let values = 1
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === backslash) at++
      else if (code === quote) isInText = false
      continue
    }
    if (code === quote) isInText = true
    else if (opening.has(code)) {
      depth++
      values++
    } else if (closing.has(code)) depth--
    else if (code === comma) values++
    if (depth > deepest) throw refuse(callMessages.bodyTooDeep(deepest))
    if (values > mostValues) throw refuse(callMessages.bodyTooFull(mostValues))
  }
}

/** @throws DomainError `invalid` for what is no JSON, and for more of it than `shape` allows */
export function parseBoundedJson(text: string, shape: JsonShape): unknown {
  requireModestJson(text, shape)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalid(callMessages.bodyNoJson, { body: 'This is not valid JSON.' })
  }
}

const refuse = (message: Message) => invalid(message, { body: message })
