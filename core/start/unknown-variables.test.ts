import { expect, it } from 'vitest'
import { createLogger } from '../logging/logger'
import { findUnknownVariables, warnOfVariables } from './unknown-variables'

const names = [
  ...[
    'AUTHENTICATOR_KEYS',
    'DATABASE_URL',
    'HEALTH_PORT',
    'NODE_ENV',
    'PORT',
    'QUOTA_APPLICATIONS',
    'QUOTA_PEOPLE',
  ],
  'OTEL_SERVICE_NAME',
]

it('names what begins like a variable and is none, with the one that is meant', () => {
  const environment = {
    QUOTA_APPLICATION: '300',
    QUOTA_GOATS: '1',
    AUTHENTICATOR_KEY: 'x',
    AUTHENTICATOR_KEYS_FILE: '/secrets/keys',
    HEALTH_PORT: '1',
  }
  expect(findUnknownVariables(environment, names)).toEqual([
    { variable: 'AUTHENTICATOR_KEY', meant: 'AUTHENTICATOR_KEYS' },
    { variable: 'QUOTA_APPLICATION', meant: 'QUOTA_APPLICATIONS' },
    { variable: 'QUOTA_GOATS', meant: undefined },
  ])
})

it('leaves alone what belongs to others', () => {
  const environment = {
    PATH: '/bin',
    NODE_OPTIONS: '--max-old-space-size=512',
    OTEL_RESOURCE_ATTRIBUTES: 'a=b',
    AWS_REGION: 'us-east-1',
    DATABASE_SERVICE_HOST: '10.0.0.1',
    DATABASE_PORT: 'tcp://10.0.0.1:5432',
    DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1',
    // Of the other process, which may have the same file of variables.
    MASTER_KEY: 'x',
  }
  expect(findUnknownVariables(environment, names)).toEqual([])
})

it('warns of each in a line of its own, without its value', () => {
  const lines: string[] = []
  const log = createLogger('test', 'info', { write: (line: string) => lines.push(line) })
  warnOfVariables(log, findUnknownVariables({ QUOTA_PEOPEL: '12345' }, names))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    variable: 'QUOTA_PEOPEL',
    meant: 'QUOTA_PEOPLE',
  })
  expect(lines[0]).not.toContain('12345')
})
