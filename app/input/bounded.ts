import { z } from 'zod'
import { longest, most, tooLong, tooMany } from '../../core/text/longest'

export const boundedText = (characters: number) =>
  z.string().max(characters, { error: tooLong(characters), abort: true })

export const boundedList = <Item extends z.ZodType>(item: Item, entries: number) =>
  z.array(item).max(entries, { error: tooMany(entries) })

/** A map from texts to texts. */
const boundedMap = (size: { keyCharacters: number; valueCharacters: number; entries: number }) =>
  z
    .record(boundedText(size.keyCharacters), boundedText(size.valueCharacters))
    .refine((map) => Object.keys(map).length <= size.entries, { error: tooMany(size.entries) })
    .meta({ maxProperties: size.entries })

/** A number, or as somebody typed it. Far wider than any rule, so that the rule says what is wrong. */
export const typedNumber = z.union(
  [z.number().min(-1e12).max(1e12), boundedText(longest.number)],
  `This must be a number, or its digits in a text of at most ${longest.number} characters.`,
)

export const idText = boundedText(longest.id)
export const variableMap = boundedMap({
  keyCharacters: longest.variableName,
  valueCharacters: longest.variableValue,
  entries: most.variables,
})
export const secretMap = boundedMap({
  keyCharacters: longest.variableName,
  valueCharacters: longest.secretReference,
  entries: most.variables,
})
export const roleMap = boundedMap({
  keyCharacters: longest.roleKey,
  valueCharacters: longest.roleArn,
  entries: most.roles,
})
