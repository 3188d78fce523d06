import { z } from 'zod'
import { conditionReasons } from './metadata'

export const failedOutputSchema = z
  .array(z.string())
  .optional()
  .describe('What the process that failed it printed last, oldest first.')

/** Why a deployment failed, for people. */
const failureSchema = z.object({
  reason: z.enum(conditionReasons).describe('Why, in one word.'),
  message: z.string().describe('Why, for people.'),
  output: failedOutputSchema,
})
export type Failure = z.infer<typeof failureSchema>

export const toldSchema = z.object({
  deployment: z.string().describe('Name of the deployment.'),
  codes: z.array(z.string()).describe('Codes of the lines about it that are said once.'),
  healthy: z
    .record(z.string(), z.int())
    .describe('How many of its processes the log told of as they became healthy, by application.'),
  failure: failureSchema.optional().describe('Why it failed, also where everything of it serves by now.'),
})
