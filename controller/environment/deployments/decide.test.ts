import { expect, it } from 'vitest'
import { deploymentLines } from '../../../core/environment-log/deployment-lines'
import { buildApplicationSpec, buildDeployment } from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { Draft } from '../draft'
import type { Pass } from '../pass'
import { goalOf } from '../workload/goal'
import { decideDeployments } from './decide'

const spec = { spotStrategy: 'ALL', overrides: [] } as never

it('says what became of a deployment once, though its line was dropped and the reason reads otherwise when it is decided again', () => {
  let status = buildEnvironmentStatus({})
  const judge = (sequence: number, message?: string) => {
    const deployment = buildDeployment(sequence, message === undefined ? undefined : 'Deploying', [
      buildApplicationSpec('web'),
    ])
    const pass = {
      stamp: 1,
      deployments: [deployment],
      goal: goalOf(spec, {}, [deployment]),
      environment: { spec },
    } as unknown as Pass
    const draft = new Draft({ ...status, events: [] }, pass)
    const failure = message === undefined ? undefined : { reason: 'ProcessUnhealthy' as const, message }
    decideDeployments(pass, draft, { failure, isOldOut: false })
    status = draft.status
    return status.events.map(({ code }) => code)
  }
  expect(judge(1)).toEqual([deploymentLines.started.code])
  expect(judge(1)).toEqual([])
  expect(judge(1, 'Crashed 3 times.')).toEqual([deploymentLines.failed.code])
  expect(judge(1, 'Crashed 4 times.')).toEqual([])
  expect(judge(2)).toEqual([deploymentLines.started.code])
  expect(judge(2, 'Crashed 4 times.')).toEqual([deploymentLines.failed.code])
})
