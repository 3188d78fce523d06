import type { DeploymentNews } from '../../cli/api/wire'
import { run } from '../../cli/run'
import type { Surroundings } from '../../cli/surroundings'
import { answering, buildSurroundings } from './cli-surroundings'

export const url = 'https://sdo.example.com'
export const token = 'the-secret-token'
export const signedIn = { 'POST /v1/account/queryLogin': { details: { state: 'LOGGED_IN' } } }
export const environment = {
  id: 'e1',
  name: 'Production',
  statusType: 'READY',
  statusMessage: 'Well.',
  awsAccountName: 'Main',
  numHealthy: 1,
  numProcesses: 2,
  costPerHour: 0.5,
}
export const environments = { 'GET /v1/view-controller/environment': { environments: [environment] } }
export const applications = {
  'GET /v1/view-controller/process': {
    applications: [{ id: 'a1', name: 'shop', live: [] }],
    nextCursor: null,
  },
  'GET /v1/view-controller/process/a1/versions': {
    versions: [{ id: 'v1', name: '1.0', dockerTag: '1', createdEpoch: 0 }],
    nextCursor: null,
  },
}
export const news = (state: DeploymentNews['state'], message = ''): DeploymentNews => ({
  id: 'd1',
  environmentId: 'e1',
  environmentName: 'Production',
  sequence: 7,
  state,
  message,
  output: [],
})

/** Runs a command with a token, against these answers. */
export async function sdo(
  parameters: string[],
  answers: Record<string, unknown>,
  changes: Partial<Surroundings> = {},
) {
  const { surroundings, seen, folder } = buildSurroundings(answering({ ...signedIn, ...answers }))
  Object.assign(surroundings.options, { url, token })
  const exitCode = await run(Object.assign(surroundings, changes), parameters, '1.2.3')
  return { exitCode, ...seen, folder }
}
