import { z } from 'zod'

/** The answer to a change that has nothing more to say. */
export const successSchema = z.object({ result: z.literal('SUCCESS') })
export type Success = z.infer<typeof successSchema>
export const success: Success = { result: 'SUCCESS' }
