import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usualIssuers } from '../app/identities/issuers'
import { readOptions } from './options'

describe('readOptions', () => {
  it('has defaults for everything', () => {
    expect(readOptions([], {})).toEqual({
      port: 3000,
      dataDir: resolve('.data'),
      profile: 'fast',
      isEmpty: false,
      issuers: usualIssuers,
      tracing: {},
      isRunByNpm: false,
      isDevelopment: false,
      isDebug: false,
      docker: { home: homedir() },
    })
  })

  it('prefers a flag to the variable of the same meaning', () => {
    const environment = { PORT: '4000', SDO_DATA_DIR: '/a', SDO_SIMULATION_PROFILE: 'fast' }
    expect(readOptions([], environment)).toMatchObject({ port: 4000, dataDir: '/a', profile: 'fast' })
    const flags = ['--port', '5000', '--data-dir=/b', '--profile=real', '--empty']
    expect(readOptions(flags, environment)).toMatchObject({
      port: 5000,
      dataDir: '/b',
      profile: 'real',
      isEmpty: true,
    })
  })

  it('reads where traces go as OpenTelemetry names it', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
    expect(readOptions([], given).tracing).toEqual(given)
    expect(() => readOptions([], { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector',
    )
  })

  it('reads whose identity tokens may be trusted as the portal does', () => {
    const issuers = '[{"name":"Ours","issuer":"http://127.0.0.1:8080"}]'
    expect(readOptions([], { OIDC_ISSUERS: issuers }).issuers).toMatchObject([
      { name: 'Ours', address: 'http://127.0.0.1:8080' },
    ])
    expect(() => readOptions([], { OIDC_ISSUERS: 'github' })).toThrow('OIDC_ISSUERS must be a JSON list')
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readOptions([], { PORT: '', SDO_DATA_DIR: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  it('names every fault at once', () => {
    expect(() => readOptions([], { PORT: '70000', DATABASE_URL: 'mysql://x' })).toThrow(
      /PORT .*\n?.*DATABASE_URL/s,
    )
  })

  it.each(['-1', '3000x', '3.5', '99999'])('refuses %s as a port', (port) => {
    expect(() => readOptions(['--port', port], {})).toThrow(/PORT|Not understood/)
  })

  it('says which profiles there are when it is given another', () => {
    expect(() => readOptions(['--profile', 'slow'], {})).toThrow(
      'SDO_SIMULATION_PROFILE (or --profile) must be fast or real.',
    )
  })

  it('says which flags there are when it meets another', () => {
    expect(() => readOptions(['--prot', '1'], {})).toThrow(
      /--port NUMBER, --data-dir FOLDER, --profile NAME and --empty/,
    )
  })
})
