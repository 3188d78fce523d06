import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { applicationRoleTag, applicationRoleValue, processRunnerRoleName } from '../../../core/roles/names'
import { buildDesiredProcess } from '../../builders/desired-process'
import { trustPolicy } from '../../builders/trust-policy'
import { useAgentOnInstance } from '../agent/agent-on-instance'

const on = useAgentOnInstance()

/** What the agent gave a process, as the kernel has it. */
const variablesOf = (pid: number): Map<string, string> =>
  new Map(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

const read = (url: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      json(response).then(resolve, reject)
    }).on('error', reject)
  })

it('a process of the built agent gets the credentials of those of its roles that the account lets it have', async () => {
  const { aws, accountNumber } = on.bench
  const roleArn = (name: string) => `arn:aws:iam::${accountNumber}:role/${name}`
  const assumePolicy = trustPolicy(roleArn(`sdo/${processRunnerRoleName}`))
  const tags = { [applicationRoleTag]: applicationRoleValue }
  await aws.customer.changeRole(accountNumber, 'mailer', { assumePolicy, tags })
  await aws.customer.changeRole(accountNumber, 'stranger', {
    assumePolicy: trustPolicy(roleArn('somebody')),
    tags,
  })
  const roles = { mail: roleArn('mailer'), other: roleArn('stranger') }
  await on.agent.apply(buildDesiredProcess({ roles }))
  const { ports } = await on.agent.processWhen('process-1', ({ state }) => state === 'healthy')
  const facts = (await (await fetch(`http://127.0.0.1:${ports[0]?.hostPort}`)).json()) as { pid: number }
  const variables = variablesOf(facts.pid)
  expect(variables.has('AWS_CONTAINER_CREDENTIALS_FULL_URI')).toBe(false)

  const answer = (await read(variables.get('SDO_CREDENTIALS_URL') ?? '')) as {
    expirationEpoch: number
    credentials: Record<string, Record<string, string>>
  }
  expect(Object.keys(answer.credentials)).toEqual(['mail'])
  expect(answer.credentials.mail).toEqual({
    accessKeyId: expect.stringMatching(/^ASIA[0-9A-Z]{16}$/) as string,
    secretAccessKey: expect.any(String) as string,
    sessionToken: expect.any(String) as string,
    region: 'us-east-1',
  })
  expect(answer.expirationEpoch).toBeGreaterThan(Date.now() + 3_500_000)
})
