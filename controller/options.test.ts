import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readOptions } from './options'

const complete = {
  DATABASE_URL: 'postgres://sdo@database/sdo',
  PLATFORM_ACCOUNT_NUMBER: '999999999999',
  MASTER_KEY: randomBytes(32).toString('base64'),
  CONTROL_CIDRS: '203.0.113.0/28, 198.51.100.4/32',
  AGENT_BUNDLE_URL: 'https://releases.example.com/agent.tar.gz',
}

describe('readOptions', () => {
  it('reads lists and keys, and has defaults for the rest', () => {
    expect(readOptions(complete)).toMatchObject({
      CONTROL_CIDRS: ['203.0.113.0/28', '198.51.100.4/32'],
      NAMESPACE: 'sdo',
      HEALTH_PORT: 8081,
    })
    expect(readOptions(complete).MASTER_KEY).toHaveLength(32)
  })

  it('names every fault at once', () => {
    const read = () => readOptions({ HEALTH_PORT: '0' })
    for (const name of [...Object.keys(complete), 'HEALTH_PORT']) expect(read).toThrow(name)
  })

  it.each([
    ['MASTER_KEY', randomBytes(16).toString('base64')],
    ['CONTROL_CIDRS', 'everywhere'],
    ['AGENT_BUNDLE_URL', 'http://releases.example.com/agent.tar.gz'],
    ['NAMESPACE', 'Not_A_Namespace'],
  ])('refuses a wrong %s without repeating it', (name, value) => {
    const read = () => readOptions({ ...complete, [name]: value })
    expect(read).toThrow(`  ${name}: `)
    expect(read).not.toThrow(value)
  })
})
