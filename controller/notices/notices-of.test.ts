import { describe, expect, it } from 'vitest'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { ResourceEvent } from '../../core/resources/events'
import type { Condition } from '../../core/resources/metadata'
import { buildInstance } from '../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../tests/builders/resource-status'
import { noticesOf } from './notices-of'

const condition = (changes: Partial<Condition>): Condition => ({
  type: 'Ready',
  status: 'False',
  reason: 'Working',
  message: 'Deploying.',
  lastTransitionTime: '2026-01-01T00:00:00.000Z',
  observedGeneration: 1,
  ...changes,
})
const denied = condition({ reason: 'AccessDenied', message: 'The role is gone.' })
const line = (changes: Partial<ResourceEvent>): ResourceEvent => ({
  sequence: 8,
  epoch: 0,
  severity: 'INFO',
  type: 'network',
  message: 'Created subnet subnet-1.',
  ...changes,
})
const since = (before: Partial<EnvironmentStatus>, after: Partial<EnvironmentStatus>) =>
  noticesOf(
    'Environment',
    buildEnvironmentStatus({ lastEventSequence: 7, ...before }),
    buildEnvironmentStatus({ lastEventSequence: 7, ...after }),
  )

describe('what operators are told', () => {
  it('is why something is not ready, when that changes, and when it is ready again', () => {
    const told = [{ reason: 'AccessDenied', message: 'The role is gone.', isWarning: true }]
    expect(since({ conditions: [condition({})] }, { conditions: [denied] })).toEqual(told)
    expect(since({ conditions: [denied] }, { conditions: [denied] })).toEqual([])
    const ready = condition({ status: 'True', reason: 'Ready', message: 'All is well.' })
    expect(since({ conditions: [denied] }, { conditions: [ready] })).toEqual([
      { reason: 'Ready', message: 'All is well.', isWarning: false },
    ])
  })

  it('is nothing of what is on its way', () => {
    expect(since({ conditions: [] }, { conditions: [condition({})] })).toEqual([])
  })

  it('is one and the same sentence only once, whatever says it', () => {
    const conditions = [denied, { ...denied, type: 'Reconciled' }]
    const events = [line({ severity: 'ERROR', message: denied.message })]
    expect(since({}, { conditions, events })).toHaveLength(1)
  })

  it('is of the log what tells of deployments, of instances, and of trouble', () => {
    const events = [
      line({ sequence: 7, reason: 'DeploymentStarted', message: 'Told before.' }),
      line({ message: 'Created subnet subnet-1.' }),
      line({ reason: 'DeploymentFailed', severity: 'ERROR', message: 'Deployment 2 failed.' }),
      line({ fleetChange: { kind: 'launch' }, message: 'Launched i-1.' }),
      line({ severity: 'ERROR', message: 'The VPC is gone.' }),
    ]
    expect(since({}, { events }).map(({ reason, isWarning }) => [reason, isWarning])).toEqual([
      ['DeploymentFailed', true],
      ['InstanceLaunched', false],
      ['Trouble', true],
    ])
  })

  it('is each Spot warning as soon as it is written down, also of what is paused', () => {
    const instance = buildInstance('one')
    const interrupted = { ...instance, interruptedEpoch: 1 }
    const told = since({ instances: [instance] }, { instances: [interrupted] })
    expect(told).toMatchObject([{ reason: 'SpotInterruption', isWarning: true }])
    expect(since({ instances: [interrupted] }, { instances: [interrupted] })).toEqual([])
  })

  it('is nothing of a log that was written back after a loss', () => {
    const events = [line({ fleetChange: { kind: 'launch' } })]
    expect(noticesOf('Environment', undefined, buildEnvironmentStatus({ events }))).toEqual([])
  })
})
