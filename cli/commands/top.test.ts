import { expect, it } from 'vitest'
import { environments, sdo } from '../../tests/builders/sdo-command'

const process = (environmentId: string, processId: string, used: object) => ({
  ...{ environmentId, environmentName: environmentId === 'e1' ? 'Production' : 'Staging' },
  ...{ applicationId: 'a1', applicationName: 'shop', processId, epoch: 0 },
  ...{ asks: { cpuCount: 0.5, memoryMb: 2000 }, used: { mostCores: 1, ...used } },
})
const processes = [
  process('e1', 'p1', { cores: 0.1, memoryMb: 500, throttled: 0.25 }),
  process('e2', 'p2', { cores: 0.3 }),
  process('e1', 'p3', { cores: 0.2, memoryMb: 1600 }),
]
const answers = { ...environments, 'GET /v1/view-controller/usage': { processes } }

it('sdo top prints what each process uses of what it asks for, the busiest first', async () => {
  const { written } = await sdo(['top'], answers)
  expect(written.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
    'ENVIRONMENT APPLICATION PROCESS CPU OF CORES MEMORY OF MB THROTTLED',
    'Staging shop p2 60 % 0.5 2000',
    'Production shop p3 40 % 0.5 80 % 2000',
    'Production shop p1 20 % 0.5 25 % 2000 25 %',
    '',
  ])
})

it('sdo top with an environment prints its processes alone, also as JSON', async () => {
  const { written } = await sdo(['top', 'Production', '--json'], answers)
  expect(JSON.parse(written)).toMatchObject({ processes: [{ processId: 'p3' }, { processId: 'p1' }] })
})

it('sdo top says so where nothing was measured', async () => {
  const { written } = await sdo(['top'], { ...answers, 'GET /v1/view-controller/usage': { processes: [] } })
  expect(written).toBe('Nothing was measured in the last three minutes.\n')
})
