import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildDesiredProcess } from '../../builders/desired-process'
import { useAgentOnInstance } from '../agent/agent-on-instance'

const on = useAgentOnInstance()

it('a process of the built agent has its variables, and the secrets that the role of its instance may read', async () => {
  const put = (name: string, store: 'secretsmanager' | 'ssm') =>
    on.bench.aws.customer.putSecret(on.bench.accountNumber, { name, value: `value of ${name}`, store })
  const secrets = {
    DATABASE_URL: await put('sdo/secrets/database', 'secretsmanager'),
    API_KEY: await put('/sdo/secrets/key', 'ssm'),
  }
  await on.agent.apply(buildDesiredProcess({ environment: { MOTTO: 'two\nlines' }, secrets }))
  const { ports } = await on.agent.processWhen('process-1', ({ state }) => state === 'healthy')
  const { pid } = (await (await fetch(`http://127.0.0.1:${ports[0]?.hostPort}`)).json()) as { pid: number }
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toEqual(
    expect.arrayContaining([
      'MOTTO=two\nlines',
      'DATABASE_URL=value of sdo/secrets/database',
      'API_KEY=value of /sdo/secrets/key',
    ]),
  )
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('value of')
})

it('one whose secret the role may not read says what the role needs', async () => {
  const { aws, accountNumber } = on.bench
  const arn = await aws.customer.putSecret(accountNumber, {
    name: 'sdo/secrets/other',
    value: 'x',
    store: 'ssm',
  })
  aws.faults.refuse('ssm:GetParameter', 'access-denied')
  await on.agent.apply(buildDesiredProcess({ id: 'process-2', secrets: { KEY: arn } }))
  const { message } = await on.agent.processWhen('process-2', (one) => one.message !== undefined)
  expect(message).toContain(
    `the role sdo-process-runner may not read the secret ${arn}: it needs ssm:GetParameter`,
  )
  aws.faults.refuse('ssm:GetParameter', 'access-denied', 0)
  await on.agent.processWhen('process-2', ({ state }) => state === 'healthy')
})
