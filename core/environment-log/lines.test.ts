import { describe, expect, it } from 'vitest'
import { sayLine } from './declare-lines'
import { deploymentLines } from './deployment-lines'
import { environmentLines, findLine } from './lines'
import { processLines } from './process-lines'

describe('the lines of an environment’s log', () => {
  it('have a code each, by which they are found', () => {
    expect(new Set(environmentLines.map(({ code }) => code)).size).toBe(environmentLines.length)
    for (const line of environmentLines) expect(findLine(line.code)).toBe(line)
    expect(findLine('of.another-release')).toBeUndefined()
    expect(findLine(undefined)).toBeUndefined()
  })

  it('are logged with what they are declared to be, and their words', () => {
    expect(sayLine(deploymentLines.live, { number: 3 })).toEqual({
      code: 'deployments.live',
      type: 'deployment',
      severity: 'INFO',
      reason: 'DeploymentLive',
      message: 'Deployment complete. Deployment 3 is live.',
    })
    expect(sayLine(processLines.crashLoop, { name: 'web (version 1)', often: '3 times', why: '' })).toEqual({
      code: 'processes.crashLoop',
      type: 'deployment',
      severity: 'ERROR',
      news: 'crash-loop',
      message: 'A process of web (version 1) crashed 3 times and is started again each time.',
    })
  })
})
