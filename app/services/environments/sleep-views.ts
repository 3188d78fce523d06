import { z } from 'zod'
import { idleObstacles } from '../../../core/environment/idle'
import { sleepCauses } from '../../../core/environment/sleep-schemas'

/** When an environment sleeps, and whether it does. */
export const sleepViewSchema = z.object({
  /** Whether it is to sleep now. */
  isAsleep: z.boolean(),
  /** Present until that is carried out; a deployment under way ends first. */
  isPending: z.literal(true).optional(),
  /** Since when, and what made it so; absent from one that has never slept. */
  sinceEpoch: z.int().optional(),
  by: z.enum(sleepCauses).optional(),
  /** Name of the person, where it was one. */
  byName: z.string().optional(),
  /** When its schedule wakes it, or puts it to sleep; absent where it has none. */
  nextEpoch: z.int().optional(),
  schedule: z
    .object({
      timeZone: z.string().describe('A name of the IANA time zone database.'),
      sleep: z.string().describe('When it falls asleep, in five fields of cron.'),
      wake: z.string().describe('When it wakes, likewise.'),
    })
    .optional(),
  /** Why it stays awake, where it is to sleep without requests; absent from one that sleeps, or does at once. */
  staysAwake: z
    .object({
      because: z.enum(idleObstacles),
      /** Until when at least; absent where nobody can tell. */
      untilEpoch: z.int().optional(),
    })
    .optional(),
  /** USD of its load balancers with their addresses, which are charged while it sleeps too. */
  chargedAsleepPerHour: z.number(),
})

export type SleepView = z.infer<typeof sleepViewSchema>
