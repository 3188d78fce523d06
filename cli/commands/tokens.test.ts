import { expect, it } from 'vitest'
import { json } from '../../tests/builders/cli-surroundings'
import { sdo } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'

const token = (id: string, maskedToken: string, expirationEpoch: number, lastUsedEpoch: number | null) => ({
  id,
  maskedToken,
  createdEpoch: 0,
  expirationEpoch,
  lastUsedEpoch,
})
const users = {
  'GET /v1/view-controller/user': {
    integrationUsers: [
      {
        id: 'i1',
        name: 'Builds',
        tokens: [token('t1', 'aaaa…bbbb', 5000, 2000), token('t2', 'cccc…dddd', 900, null)],
      },
      { id: 'i2', name: 'Nightly', tokens: [token('t3', 'eeee…ffff', 5000, null)] },
    ],
    nowEpoch: 1000,
  },
}

it('tokens lists those of all integration users, or of one', async () => {
  const { written } = await sdo(['tokens', 'list'], users)
  expect(written).toMatch(/^Builds +aaaa…bbbb +1970\S+ +1970\S+ +1970\S+ +t1$/m)
  expect(written).toMatch(/^Builds +cccc…dddd +1970\S+ +expired +never +t2$/m)
  expect(written).toContain('Nightly')
  expect((await sdo(['tokens', 'list', 'builds'], users)).written).not.toContain('Nightly')
})

it('tokens create prints the new one alone, by the password, which is asked for unseen', async () => {
  const { exitCode, written, told, requests } = await sdo(
    ['tokens', 'create', 'nightly'],
    { ...users, 'POST /v1/user/integration/i2/token': { token: 'new-token' } },
    { readSecret: async () => 'my-password' },
  )
  expect([exitCode, written]).toEqual([0, 'new-token\n'])
  expect(told).toContain('Nightly is shown only now')
  expect(await requests.at(-1)?.json()).toEqual({ currentPassword: 'my-password' })
  expect(written + told).not.toContain('my-password')
})

it('tokens create is not tried again, for a second token would have no owner', async () => {
  const call = 'POST /v1/user/integration/i2/token'
  const away = { ...users, [call]: json({ message: 'Away.' }, 503) }
  const { exitCode, requests } = await sdo(['tokens', 'create', 'i2'], away, { readSecret: async () => 'x' })
  expect(exitCode).toBe(exitCodes.notReached)
  expect(requests.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
})

it('tokens delete takes one as it is listed, and refuses one that there is not', async () => {
  const { exitCode, requests } = await sdo(['tokens', 'delete', 'cccc…dddd'], {
    ...users,
    'DELETE /v1/user/token/t2': { result: 'SUCCESS' },
  })
  expect([exitCode, requests.at(-1)?.method]).toEqual([0, 'DELETE'])
  expect((await sdo(['tokens', 'delete', 't9'], users)).exitCode).toBe(exitCodes.refused)
})
