import { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText } from '../input/bounded'

/** Parameters of a call about one thing. An id that is no UUID names nothing: 404. */
export const idParams = z.object({ id: z.uuid() })

/** The password of whoever makes what outlives their session. */
export const proof = {
  currentPassword: boundedText(longest.password)
    .optional()
    .describe('Not needed within ten minutes of logging in by password; a command line always sends it.'),
}
