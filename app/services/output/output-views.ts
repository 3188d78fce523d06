import { z } from 'zod'
import { levels } from '../../../core/output/levels'
import { mostGroups } from '../../../core/output/output-questions'

export const outputColors = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'gray'] as const
export type OutputColor = (typeof outputColors)[number]

const printedPartSchema = z.object({
  text: z.string(),
  color: z.enum(outputColors).optional(),
  isBold: z.literal(true).optional(),
})
export type PrintedPart = z.infer<typeof printedPartSchema>

const printedLineSchema = z.object({
  epoch: z.int().describe('When it was printed.'),
  processId: z.string(),
  applicationId: z.string(),
  applicationName: z.string(),
  level: z.enum(levels).optional().describe('How grave it is, where it says so.'),
  text: z.string().describe('Without control characters; values of secret variables are hidden.'),
  parts: z
    .array(printedPartSchema)
    .optional()
    .describe('The text in parts, where its program colors it and nothing is hidden.'),
})

export const outputSchema = z.object({
  lines: z.array(printedLineSchema).describe('Oldest first.'),
  fromEpoch: z.int().describe('Where the searched time begins.'),
  untilEpoch: z.int().describe('Where it ends, exclusive.'),
  reachedEpoch: z
    .int()
    .describe('All lines from here on are in the answer. Ask until this time for older ones.'),
  unsearched: z
    .array(z.object({ applicationId: z.string(), name: z.string() }))
    .optional()
    .describe(
      `Applications that were left out, because one search covers ${mostGroups}. Ask for one of them.`,
    ),
})

export type PrintedLineView = z.infer<typeof printedLineSchema>
export type Output = z.infer<typeof outputSchema>
