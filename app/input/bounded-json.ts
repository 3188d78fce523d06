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

/**
 * Refuses JSON that costs more to read than anything of use: a megabyte of brackets keeps the parser, and whoever looks at what comes
 * out of it, busy for long. Reads each character once, of texts only where they end, and keeps nothing; whether it is JSON at all is the
 * parser's to say.
 *
 * @throws DomainError `invalid`
 */
export function requireModestJson(text: string, { deepest, mostValues }: JsonShape): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++)
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfText(text, at + 1)
        break
      case openingBracket:
      case openingBrace:
        if (++depth > deepest) throw refuse(callMessages.bodyTooDeep(deepest))
        if (++values > mostValues) throw refuse(callMessages.bodyTooFull(mostValues))
        break
      case closingBracket:
      case closingBrace:
        depth--
        break
      case comma:
        if (++values > mostValues) throw refuse(callMessages.bodyTooFull(mostValues))
    }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openingBracket = 0x5b
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

/** Where the quote is that ends the text which begins at `start`: one with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (before > start && text.charCodeAt(before - 1) === backslash) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
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
