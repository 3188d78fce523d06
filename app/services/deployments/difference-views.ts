import { z } from 'zod'
import {
  byChoice,
  deployedChoices,
  valuesOf,
  type ChoiceValue,
  type DeployedChoice,
} from '../../../core/environment/choices'

const choiceShape = byChoice((name) => {
  const value = z.enum(valuesOf(name))
  return z.object({ before: value, after: value }).optional()
}, deployedChoices) as unknown as {
  [Name in DeployedChoice]: z.ZodOptional<
    z.ZodObject<{ before: z.ZodType<ChoiceValue<Name>>; after: z.ZodType<ChoiceValue<Name>> }>
  >
}

/** The difference between two contents that an environment has, had or may have. */
export const differenceSchema = z.object({
  /** By name, also those that stay as they are. */
  applications: z.array(
    z.object({
      applicationId: z.string(),
      applicationName: z.string(),
      type: z.enum(['add', 'change', 'remove', 'same']),
      /** Absent when it is removed. */
      versionName: z.string().optional(),
      /** Of the image. */
      versionTag: z.string().optional(),
      /** Absent when it is added. */
      previousVersionName: z.string().optional(),
      previousVersionTag: z.string().optional(),
      /** Differences besides the version. */
      facts: z.array(
        z.object({ fact: z.string(), before: z.string().optional(), after: z.string().optional() }),
      ),
      /** Ports whose addresses stop answering, because their load balancers go. */
      lostPorts: z.array(z.int()),
    }),
  ),
  ...choiceShape,
})
export type DifferenceView = z.infer<typeof differenceSchema>
