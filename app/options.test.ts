import { expect, it } from 'vitest'
import { readOptions } from './options'

it('names every fault of the environment at once', () => {
  const read = () =>
    readOptions({
      PORT: 'many',
      DATABASE_URL: 'mysql://x',
      REGISTRATION_OPEN: 'maybe',
      SUPPORT_CHAT_URL: 'javascript:alert(1)',
      SESSION_RECORDING_URL: 'http://recorder.example/r.js',
    })
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'PLATFORM_ACCOUNT_NUMBER',
    'SUPPORT_EMAIL',
    'SUPPORT_CHAT_URL',
    'SESSION_RECORDING_URL',
    'PORT',
    'REGISTRATION_OPEN',
  ])
    expect(read).toThrow(name)
})

it('has defaults for what need not be said', () => {
  const options = readOptions({
    DATABASE_URL: 'postgres://db/sdo',
    PUBLIC_URL: 'https://sdo.example.com',
    PLATFORM_ACCOUNT_NUMBER: '123456789012',
    SUPPORT_EMAIL: 'support@example.com',
  })
  expect(options).toMatchObject({ PORT: 3000, REGISTRATION_OPEN: true, TRUSTED_PROXIES: 0 })
})
