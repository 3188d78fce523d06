import { z } from 'zod'
import { longestPage } from '../services/answers/pages'

/** The query of a call that answers a list a part at a time. */
export const pageQuery = z.object({
  limit: z.coerce
    .number('This must be a number.')
    .int('This must be a whole number.')
    .min(1, 'This must be at least 1.')
    .max(longestPage, `This must be at most ${longestPage}.`)
    .optional(),
  cursor: z
    .string()
    .max(2000)
    // Of base64url alone, so that the longest is well within what the headers of a request may be.
    .regex(/^[\w-]*$/, 'This is no cursor of a list. Start at its beginning, without a cursor.')
    .optional()
    .describe('The nextCursor of the answer before.'),
})
