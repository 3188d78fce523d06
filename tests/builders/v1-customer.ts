import { ApiClient } from './v1-client'

/** What customers do through /v1, each step to its end. Throws where an answer is not as it should be. */

export const deploymentEnds = { LIVE: 2, FAILED: 3 }

export interface EndedDeployment {
  id: string
  state: number
  message: string
}

interface Person {
  name: string
  email: string
  password: string
}

/** Registers and verifies somebody. @param readCode gives the code that was mailed */
export async function signUp(
  origin: string,
  { name, email, password }: Person,
  readCode: () => Promise<string>,
): Promise<ApiClient> {
  const person = new ApiClient(origin)
  const { currentTermsId } = await person.get<{ currentTermsId: string }>(
    '/v1/view-controller/account/registration',
  )
  requireSuccess(
    await person.post('/v1/account', {
      primaryAccountOwner: { name, email, password },
      acceptedTermsId: currentTermsId,
    }),
  )
  await person.post('/v1/account/login', { email, password })
  requireSuccess(await person.post('/v1/user/verify', { token: await readCode() }))
  return person
}

/** Links an AWS account. @param install makes what the template says in the account @returns the account's id */
export async function linkAccount(
  person: ApiClient,
  accountNumber: string,
  install: (template: Record<string, unknown>) => Promise<unknown>,
): Promise<string> {
  const { id } = await person.post<{ id: string }>('/v1/aws-account/', {
    name: 'Production',
    awsAccountNumber: accountNumber,
  })
  await install(await person.get(`/v1/aws-account/${id}/cloudformation.json`))
  const path = `/v1/view-controller/aws-account/${id}/status`
  await person.until<{ status: string }>(path, ({ status }) => status !== 'INITIALIZING')
  await person.post(`/v1/aws-account/${id}/verify`)
  await person.until<{ status: string }>(path, ({ status }) => status === 'SUCCESS')
  return id
}

/** In the first account that may hold one. @returns its id */
export async function createEnvironment(person: ApiClient): Promise<string> {
  const { awsAccounts } = await person.get<{ awsAccounts: { id: string }[] }>(
    '/v1/view-controller/environment/create/',
  )
  const input = { environmentName: 'Production', awsAccountId: awsAccounts[0]?.id }
  const { showFirstEnvironmentDeployWarning } = await person.post('/v1/environment/', input)
  if (showFirstEnvironmentDeployWarning !== true) throw new Error('Nobody was warned of the costs.')
  const { id } = await person.post<{ id: string }>('/v1/environment/', {
    ...input,
    firstDeployMessageApproved: true,
  })
  await person.until<{ statusType: string }>(
    `/v1/view-controller/environment/${id}/status/`,
    ({ statusType }) => statusType === 'READY',
  )
  return id
}

/** Makes an application that serves at port 8080. */
export const createApplication = (person: ApiClient, dockerBaseUrl: string, applicationName = 'shop') =>
  person.post<{ id: string; integrationId: string }>('/v1/process/', {
    applicationName,
    type: 'GENERAL',
    dockerBaseUrl,
    cpuCount: 0.01,
    memoryMb: 300,
    numProcesses: 1,
    maxSpotPercentage: 100,
    exposedPortsV2: [{ port: 8080 }],
    roles: {},
  })

export const declareVersion = (
  person: ApiClient,
  integrationId: string,
  version: { dockerImageTag: string; versionName: string },
) => person.post<{ id: string }>('/v1/process/version', { integrationId, ...version, autoDeploy: false })

/** Changes one application of an environment, until the deployment has ended as expected. */
export async function deploy(
  person: ApiClient,
  environmentId: string,
  change: Record<string, string>,
  ending: number,
): Promise<EndedDeployment> {
  requireSuccess(
    await person.post('/v1/deployment/patch/', {
      environmentId,
      ...change,
      firstDeployWarningApproved: true,
    }),
  )
  return untilEnded(person, environmentId, ending)
}

export async function untilEnded(
  person: ApiClient,
  environmentId: string,
  state: number,
): Promise<EndedDeployment> {
  const { deployments } = await person.until<{ deployments: EndedDeployment[] }>(
    `/v1/view-controller/environment/${environmentId}/deployments/`,
    (answer) => answer.deployments[0]?.state === state,
  )
  const [newest] = deployments
  if (!newest) throw new Error('There is no deployment.')
  return newest
}

/** Asks for it, and waits until it is gone. */
export async function deleteEnvironment(person: ApiClient, environmentId: string): Promise<void> {
  await person.delete(`/v1/environment/${environmentId}/`)
  await person.until<{ environments: unknown[] }>(
    '/v1/view-controller/environment/',
    ({ environments }) => environments.length === 0,
    120_000,
  )
}

function requireSuccess(answer: Record<string, unknown>): void {
  if (answer.result !== 'SUCCESS') throw new Error(`It answered ${JSON.stringify(answer)}`)
}
