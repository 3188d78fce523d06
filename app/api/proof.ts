import { longest } from '../../core/text/longest'
import { boundedText } from '../input/bounded'

/** The password of whoever makes what outlives their session. */
export const proof = {
  currentPassword: boundedText(longest.password)
    .optional()
    .describe('Not needed within ten minutes of logging in by password; a command line always sends it.'),
}
