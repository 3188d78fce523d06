import type { SleepCause } from '../environment/sleep-schemas'
import { declareLines } from './declare-lines'

const docs = '/docs/sleep'

const slept: Record<SleepCause, string> = {
  schedule: 'fell asleep on schedule',
  person: 'was put to sleep by a person',
  deployment: 'fell asleep after a deployment',
  idle: 'fell asleep after a time without requests',
}

const woken: Record<SleepCause, string> = {
  schedule: 'woke on schedule',
  person: 'was woken by a person',
  deployment: 'was woken by a deployment',
  /** Never, as no request wakes it. */
  idle: 'woke',
}

/** That an environment sleeps, and no longer. */
export const sleepLines = declareLines('sleep', {
  asleep: {
    type: 'deployment',
    costCause: 'sleep',
    docs,
    text: (by: SleepCause) => `The environment ${slept[by]}. Its processes and instances stop.`,
  },
  awake: {
    type: 'deployment',
    costCause: 'sleep',
    docs,
    text: (by: SleepCause) => `The environment ${woken[by]}. Its processes start again.`,
  },
})
