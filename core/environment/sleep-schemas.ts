import { z } from 'zod'
import { longest } from '../text/longest'

/** What lets an environment fall asleep, or wakes it. `idle` is that no request came for long, which wakes nothing. */
export const sleepCauses = ['schedule', 'person', 'deployment', 'idle'] as const

export const sleepScheduleSchema = z.object({
  timeZone: z
    .string()
    .min(1)
    .max(longest.timeZone)
    .describe('By whose clock: a name of the IANA time zone database.'),
  sleep: z.string().min(1).max(longest.cron).describe('When it falls asleep, in five fields of cron.'),
  wake: z.string().min(1).max(longest.cron).describe('When it wakes, likewise.'),
  setEpoch: z.int().describe('When somebody set the schedule: its times from then on count.'),
})

const sleepActSchema = z.object({
  isAsleep: z.boolean().describe('Whether it was put to sleep; else it was woken.'),
  epoch: z.int().describe('When that was.'),
  by: z.enum(sleepCauses).describe('What did it.'),
})

export const environmentSleepSchema = z.object({
  schedule: sleepScheduleSchema.optional().describe('When it sleeps again and again.'),
  lastAct: sleepActSchema
    .optional()
    .describe(
      'What a person, a deployment or a time without requests did last, or how it was when the schedule was set.',
    ),
})

export const sleepStatusSchema = z.object({
  isAsleep: z.boolean().describe('Whether nothing of it is to run.'),
  sinceEpoch: z.int().describe('Since when that is so.'),
  by: z.enum(sleepCauses).describe('What made it so.'),
})

export type SleepCause = (typeof sleepCauses)[number]
export type SleepSchedule = z.infer<typeof sleepScheduleSchema>
export type SleepAct = z.infer<typeof sleepActSchema>
export type EnvironmentSleep = z.infer<typeof environmentSleepSchema>
export type SleepStatus = z.infer<typeof sleepStatusSchema>
