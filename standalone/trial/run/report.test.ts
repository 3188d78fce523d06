import { describe, expect, it } from 'vitest'
import { isGood, reportJson, reportMarkdown, type Report } from './report'
import type { StepOutcome } from './run-trial'

const good: Report = {
  accountNumber: '111122223333',
  region: 'us-east-1',
  startedEpoch: Date.UTC(2026, 0, 2, 3),
  endedEpoch: Date.UTC(2026, 0, 2, 4),
  mostUsd: 1.374,
  isGood: true,
  steps: [
    {
      name: 'deployment',
      outcome: 'held',
      seconds: 95,
      held: ['It answers.'],
      notHeld: [],
      measured: { boot: 48.2 },
    },
    { name: 'https', outcome: 'left-out', seconds: 0, held: [], notHeld: [], measured: {} },
    { name: 'interruption', outcome: 'held', seconds: 130, held: [], notHeld: [], measured: { boot: 51 } },
  ],
  undone: [{ name: 'roles', outcome: 'undone', seconds: 61.5 }],
  left: [],
}

describe('the report of a trial', () => {
  it('is good only where everything held, was removed, and nothing is left', () => {
    const [deployment, https, interruption] = good.steps as [StepOutcome, StepOutcome, StepOutcome]
    expect(isGood(good)).toBe(true)
    expect(isGood({ ...good, left: ['VPC vpc-1'] })).toBe(false)
    expect(isGood({ ...good, left: undefined })).toBe(false)
    expect(isGood({ ...good, undone: [{ name: 'roles', outcome: 'failed', seconds: 1 }] })).toBe(false)
    for (const outcome of ['not-held', 'failed', 'stopped', 'not-reached'] as const)
      expect(isGood({ ...good, steps: [{ ...deployment, outcome }, https, interruption] })).toBe(false)
  })

  it('tells people every step, what held, the times, and what is left', () => {
    const text = reportMarkdown({ ...good, isGood: false, left: ['VPC vpc-1'] })
    expect(text).toContain('| deployment | held | 95 |')
    expect(text).toContain('| https | left out |  |')
    expect(text).toContain('- It answers.')
    expect(text).toContain('| deployment.boot | 48.2 |')
    expect(text).toContain('| interruption.boot | 51 |')
    expect(text).toContain('- VPC vpc-1')
    expect(text).toContain('took 60 minutes, and was to cost at most 1.37 USD')
  })

  it('keeps what AWS says in its cell', () => {
    const [step] = good.steps as [StepOutcome]
    const text = reportMarkdown({ ...good, steps: [{ ...step, outcome: 'failed', reason: 'a | b\nc' }] })
    expect(text).toContain('| deployment | failed | 95 | a \\| b c |')
  })

  it('gives programs the times by step and name, in seconds', () => {
    expect(JSON.parse(reportJson(good))).toMatchObject({
      isGood: true,
      left: [],
      measured: { 'deployment.boot': 48.2, 'interruption.boot': 51 },
    })
  })
})
