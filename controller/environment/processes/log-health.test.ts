import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayLine, type LineDeclaration } from '../../../core/environment-log/declare-lines'
import type { Environment, EnvironmentStatus, ProcessStatus } from '../../../core/resources/environment'
import {
  buildApplicationSpec,
  buildDeployment,
  buildInstance,
  buildProcess,
} from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { appendEvent, trimEvents } from '../events'
import { goalOf } from '../workload/goal'
import { logHealth } from './log-health'

const environment = { spec: { spotStrategy: 'ALL', overrides: [] } } as unknown as Environment

function buildPass(count: number, status: EnvironmentStatus, sequence = 1) {
  const deployment = buildDeployment(sequence, 'Deploying', [buildApplicationSpec('web', { count })])
  return {
    environment,
    deployments: [deployment],
    goal: goalOf(environment.spec, status, [deployment]),
  }
}

function buildLog(status: EnvironmentStatus) {
  return {
    status,
    event: <Filled extends unknown[]>(line: LineDeclaration<Filled>, ...parameters: Filled) =>
      appendEvent(status, 0, sayLine(line, ...parameters)),
  }
}

function setUp(count: number) {
  const status = buildEnvironmentStatus({ instances: [buildInstance('a')] })
  const releaseId = buildPass(count, status).goal.wanted[0]?.releaseId
  let next = 0
  const start = (): ProcessStatus =>
    buildProcess(`p${String(++next).padStart(4, '0')}`, { releaseId, phase: 'Starting' })
  const heal = (processes: ProcessStatus[]) => {
    for (const process of processes) process.phase = 'Healthy'
    logHealth(buildPass(count, status), buildLog(status), processes)
  }
  const starting = () => status.processes.filter(({ phase }) => phase === 'Starting')
  const messages = () => status.events.map(({ message }) => message)
  return { status, start, heal, starting, messages }
}

const stepOf = (message: string) => /^Process web is healthy \(version 1, (.*)\)\.$/.exec(message)?.[1]

describe('the progress of a deployment in the log', () => {
  it('counts only what is wanted, says every step once, takes none back and ends with all of them', () => {
    const turn = fc.record({
      heal: fc.nat(10),
      fallIll: fc.nat(3),
      lose: fc.nat(3),
      spare: fc.nat(3),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(turn, { maxLength: 12 }), (count, turns) => {
        const { status, start, heal, starting, messages } = setUp(count)
        for (const { heal: healed, fallIll, lose, spare } of turns) {
          status.processes.splice(0, lose)
          while (status.processes.length < count + spare) status.processes.push(start())
          for (const process of status.processes.slice(-fallIll || status.processes.length))
            process.phase = 'Starting'
          heal(starting().slice(0, healed))
        }
        while (status.processes.length < count) status.processes.push(start())
        for (const process of status.processes) process.phase = 'Starting'
        heal(starting())
        const steps = Array.from({ length: count }, (_, index) => `${index + 1} of ${count}`)
        expect(messages().map(stepOf)).toEqual(steps)
      }),
    )
  })

  it('says in one line what a hundred processes reach at once', () => {
    const { status, start, heal, messages } = setUp(100)
    status.processes = Array.from({ length: 100 }, start)
    heal(status.processes.slice(0, 1))
    heal(status.processes.slice(1, 40))
    heal(status.processes.slice(40))
    expect(messages().map(stepOf)).toEqual(['1 of 100', '2 to 40 of 100', '41 to 100 of 100'])
  })

  it('says each step once, however many lines of other applications came between', () => {
    const status = buildEnvironmentStatus({ instances: [buildInstance('a')] })
    const applications = Array.from({ length: 120 }, (_, index) =>
      buildApplicationSpec(`app${index}`, { count: 3 }),
    )
    const deployment = buildDeployment(1, 'Deploying', applications)
    const goal = goalOf(environment.spec, {}, [deployment])
    const said: string[] = []
    for (let turn = 0; turn < 3; turn++)
      for (const { application, releaseId } of goal.wanted) {
        const process = buildProcess(`${application.name}-${turn}`, {
          applicationId: application.applicationId,
          releaseId,
          phase: 'Healthy',
        })
        status.processes.push(process)
        const before = status.lastEventSequence
        logHealth({ environment, deployments: [deployment], goal }, buildLog(status), [process])
        said.push(...status.events.filter(({ sequence }) => sequence > before).map(({ message }) => message))
        trimEvents(status, status.lastEventSequence)
      }
    expect(new Set(said).size).toBe(360)
    expect(said).toHaveLength(360)
  })

  it('counts anew for the next deployment of the same version', () => {
    const { status, start, heal, messages } = setUp(1)
    status.processes = [start()]
    heal(status.processes)
    appendEvent(status, 0, { type: 'deployment', severity: 'INFO', message: 'Deployment 2 started: …' })
    logHealth(buildPass(1, status, 2), buildLog(status), status.processes)
    expect(messages().map(stepOf)).toEqual(['1 of 1', undefined, '1 of 1'])
  })

  it('counts nothing once the deployment serves: processes then come and go', () => {
    const { status, start, heal, messages } = setUp(5)
    status.servingDeployment = 'deployment-1'
    status.processes = Array.from({ length: 7 }, start)
    heal(status.processes.slice(0, 1))
    heal(status.processes.slice(1, 3))
    expect(messages()).toEqual([
      'A process of web (version 1) is healthy.',
      '2 processes of web (version 1) are healthy.',
    ])
  })
})
