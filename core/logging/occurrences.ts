import type { Logger } from './logger'

/**
 * Occurrences that programs log, each in one line: `occurrence` is its name here, `msg` its sentence, and beside them stand
 * nothing but fields of `Facts`. docs/operations.md lists both.
 */
export const occurrences = {
  'deployment.queued': 'Somebody requested a deployment.',
  'deployment.start': 'A deployment started.',
  'deployment.end': 'A deployment ended.',
  'environment.phase': 'An environment changed its phase.',
  'condition.change': 'A condition of an environment changed.',
  'instance.launch': 'An instance was launched.',
  'instance.refusal': 'AWS refused to launch an instance.',
  'instance.interruption': 'AWS reclaims a Spot instance.',
  'instance.phase': 'An instance changed its phase.',
  'process.phase': 'A process changed its phase.',
  'container.start': 'A container was started.',
  'container.end': 'A container ended.',
  'tracing.outage': 'Spans do not reach the collector. Nothing else depends on it.',
  'tracing.recovery': 'Spans reach the collector again.',
} as const

export type Occurrence = keyof typeof occurrences

/** Of every fact what it is, for people. */
export const facts = {
  traceId: 'trace that it belongs to, 32 digits in hex: that of the request that requested the deployment',
  environment: 'id of the environment',
  deployment: 'id of the deployment',
  sequence: 'number of the deployment in its environment',
  application: 'id of the application',
  process: 'id of the process',
  instance: 'token that the instance was launched with; names it before AWS does',
  instanceId: 'name that AWS gave the instance',
  instanceType: 'type of the instance',
  zone: 'availability zone',
  market: '`spot` or `on-demand`',
  condition: 'type of the condition',
  from: 'phase or status before; absent for what is new',
  to: 'phase or status since; absent for what is gone',
  outcome: 'how it ended',
  reason: 'why, as a word of a fixed list',
  message: 'why, as a sentence',
  seconds: 'how long it took',
  lost: 'spans that never reached the collector',
} as const

export type Facts = Partial<Record<keyof typeof facts, string | number>>

/** Writes the line of an occurrence. @param level `warn` for what somebody may have to look at */
export function logOccurrence(
  log: Logger,
  occurrence: Occurrence,
  facts: Facts,
  level: 'info' | 'warn' = 'info',
): void {
  log[level]({ occurrence, ...facts }, occurrences[occurrence])
}
