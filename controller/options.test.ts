import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOptions, unknownVariables } from './options'

const complete = {
  DATABASE_URL: 'postgres://sdo@database/sdo?sslmode=verify-full',
  PLATFORM_ACCOUNT_NUMBER: '999999999999',
  MASTER_KEY: randomBytes(32).toString('base64'),
  CONTROL_CIDRS: '203.0.113.0/28, 198.51.100.4/32',
  AGENT_BUNDLE_URL: 'https://releases.example.com/agent.tar.gz',
  AGENT_BUNDLE_SHA256: 'ab'.repeat(32),
  KUBECONFIG: import.meta.filename,
}

describe('readOptions', () => {
  it('reads lists and keys, and has defaults for the rest', () => {
    expect(readOptions(complete)).toMatchObject({
      CONTROL_CIDRS: ['203.0.113.0/28', '198.51.100.4/32'],
      NAMESPACE: 'sdo',
      HEALTH_PORT: 8081,
    })
    expect(readOptions(complete).MASTER_KEY.map((key) => key.length)).toEqual([32])
    const [first, second] = [complete.MASTER_KEY, randomBytes(32).toString('base64')]
    const ring = readOptions({ ...complete, MASTER_KEY: `${second}, ${first}` }).MASTER_KEY
    expect(ring.map((key) => key.toString('base64'))).toEqual([second, first])
    expect(() => readOptions({ ...complete, MASTER_KEY: `${first},${first}` })).toThrow('MASTER_KEY: must be')
  })

  it('names every fault at once', () => {
    const read = () => readOptions({ HEALTH_PORT: '0' })
    for (const name of [...Object.keys(complete), 'HEALTH_PORT']) expect(read).toThrow(`  ${name}: must `)
  })

  it('reads the key from a file, as secrets are mounted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sdo-options-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'master-key')
    writeFileSync(path, `${complete.MASTER_KEY}\n`)
    const environment = { ...complete, MASTER_KEY: undefined, MASTER_KEY_FILE: path }
    expect(readOptions(environment).MASTER_KEY[0].toString('base64')).toBe(complete.MASTER_KEY)
    expect(() => readOptions({ ...environment, MASTER_KEY_FILE: folder })).toThrow('MASTER_KEY: ')
  })

  it('needs no kubeconfig in a pod of the cluster', () => {
    const environment = { ...complete, KUBECONFIG: undefined }
    expect(() => readOptions(environment)).toThrow('KUBECONFIG: ')
    expect(readOptions({ ...environment, KUBERNETES_SERVICE_HOST: '10.0.0.1' }).KUBECONFIG).toBeUndefined()
  })

  it('knows what looks like one of its variables and is none', () => {
    expect(unknownVariables(complete)).toEqual([])
    expect(unknownVariables({ ...complete, CONTROL_CIDR: 'x', QUOTA_PEOPLE: '1' })).toEqual([
      { variable: 'CONTROL_CIDR', meant: 'CONTROL_CIDRS' },
    ])
  })

  it.each([
    ['MASTER_KEY', randomBytes(16).toString('base64')],
    ['CONTROL_CIDRS', 'everywhere'],
    ['CONTROL_CIDRS', '0.0.0.0/0'],
    ['CONTROL_CIDRS', '10.0.0.0/8, 128.0.0.0/1'],
    ['AGENT_BUNDLE_URL', 'http://releases.example.com/agent.tar.gz'],
    ['NAMESPACE', 'Not_A_Namespace'],
    ['KUBECONFIG', '/nowhere/kubeconfig'],
  ])('refuses a wrong %s without repeating it', (name, value) => {
    const read = () => readOptions({ ...complete, [name]: value })
    expect(read).toThrow(`  ${name}: `)
    expect(read).not.toThrow(value)
  })
})
