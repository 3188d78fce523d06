import { z } from 'zod'
import { hintOf, rulesOf, type SettingPart, type SettingRule } from '../../core/application/run-settings'
import { longest } from '../../core/text/longest'
import { boundedList, boundedText, typedNumber } from './bounded'

/** Most names that are read of a list; the rule says which there may be. */
const mostNames = 50

function sentValue(rule: SettingRule): z.ZodType {
  switch (rule.kind) {
    case 'number':
      return typedNumber
    case 'text':
      return boundedText(longest.line)
    case 'flag':
      // A list of its values: a boolean that may be null has two types, which few readers of OpenAPI know.
      return z.literal([true, false])
    case 'names':
      return boundedList(boundedText(longest.line), mostNames)
  }
}

/** A part of the settings as a call sends it: `null` is the default, and what is left out stays. */
export const sentSettings = (part: SettingPart) =>
  z.strictObject(
    Object.fromEntries(
      rulesOf(part).map(([name, rule]) => [
        name,
        sentValue(rule)
          .nullish()
          .describe(`${rule.label}. ${hintOf(rule)}`),
      ]),
    ),
  )
