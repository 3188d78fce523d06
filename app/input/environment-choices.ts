import { z } from 'zod'
import {
  byChoice,
  choiceOf,
  createdChoices,
  valuesOf,
  type ChoiceName,
  type Choices,
  type ChoiceValue,
} from '../../core/environment/choices'

/** What is sent to set a choice of an environment, by a form or a call: one value, by its name there. */
export const choiceBody = (name: ChoiceName) =>
  z.object({ [choiceOf(name).field]: z.enum(valuesOf(name)) }) as unknown as z.ZodObject<
    Record<Choices[ChoiceName]['field'], z.ZodType<ChoiceValue>>
  >

/** Choices that may be sent for a new environment. */
export const createdChoicesShape = byChoice((name) => z.enum(valuesOf(name)).optional(), createdChoices)
