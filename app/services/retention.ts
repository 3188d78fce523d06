import { dayMilliseconds } from '../../core/time/durations'

/** How long what happened is kept; docs/operations.md has the table. */
export const retention = {
  logLines: {
    milliseconds: 90 * dayMilliseconds,
    /** Lines that each environment keeps, so that one at rest still shows what happened last. */
    atLeast: 500,
    /** Lines that no environment has more of, however young they are. */
    atMost: 20_000,
  },
  deployments: { milliseconds: 400 * dayMilliseconds, atLeast: 100, atMost: 10_000 },
  /** Of what an environment costs, one for an hour. */
  samples: { milliseconds: 31 * dayMilliseconds },
  /** Of what processes use, one for a minute, and what is rolled up of them. */
  usageMinutes: { milliseconds: 2 * dayMilliseconds },
  usageQuarters: { milliseconds: 30 * dayMilliseconds },
  usageHours: { milliseconds: 400 * dayMilliseconds },
  /** Of what went through load balancers, one for five minutes. */
  requestSpans: { milliseconds: 30 * dayMilliseconds },
  /** Log, deployments and cost of an environment that is gone. */
  deletedEnvironments: { milliseconds: 30 * dayMilliseconds },
  /** E-mails, and messages to webhooks, that were sent or given up. */
  messages: { milliseconds: 30 * dayMilliseconds },
  /** Of which no deployment is left. */
  environmentVersions: { milliseconds: dayMilliseconds },
} as const
