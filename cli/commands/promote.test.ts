import { expect, it } from 'vitest'
import { environment, sdo } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'

const staging = { ...environment, id: 'e2', name: 'Staging' }
const both = { 'GET /v1/view-controller/environment': { environments: [environment, staging] } }
const candidates = (...promoteCandidates: object[]) => ({
  'GET /v1/view-controller/deployment/e1/promote': { environmentVersionsState: 's1', promoteCandidates },
})

it('queues what the source runs, for the state that was seen', async () => {
  const candidate = { environmentId: 'e2', environmentName: 'Staging', environmentVersionId: 'v9' }
  const { exitCode, requests } = await sdo(['promote', 'staging', 'production', '--no-wait'], {
    ...both,
    ...candidates(candidate),
    'POST /v1/deployment/promote': { result: 'SUCCESS', id: 'd1', showFirstDeployWarning: false },
  })
  expect(exitCode).toBe(exitCodes.done)
  expect(
    await requests.find(({ method, url }) => method === 'POST' && url.endsWith('/promote'))?.json(),
  ).toEqual({
    environmentVersionId: 'v9',
    expectedEnvironmentVersionState: 's1',
    targetEnvironmentId: 'e1',
    firstDeployWarningApproved: false,
  })
})

it.each([
  ['production', 'Production cannot be promoted to itself.'],
  ['staging', 'Staging runs nothing that Production could run.'],
  ['none', 'There is no environment none.'],
])('says why %s cannot be promoted', async (source, sentence) => {
  const { exitCode, told } = await sdo(['promote', source, 'production'], { ...both, ...candidates() })
  expect(exitCode).toBe(exitCodes.refused)
  expect(told).toContain(sentence)
})
