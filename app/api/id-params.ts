import { z } from 'zod'

/** Parameters of a call about one thing. An id that is no UUID names nothing: 404. */
export const idParams = z.object({ id: z.uuid() })
