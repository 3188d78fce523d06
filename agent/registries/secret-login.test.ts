import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startSecretStores } from '../../tests/builders/secret-stores'
import { createSecretLogin } from './secret-login'

const secret = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/registries/ghcr-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/registries/ghcr'
const login = { username: 'ada', password: 'correct-horse' }
const kept = { ...login, registry: 'ghcr.io' }

async function startStores() {
  const stores = await startSecretStores()
  stores.keep(JSON.stringify(kept))
  const read = createSecretLogin(stores.access)
  return { ...stores, read: (arn: string, registry = 'ghcr.io') => read(registry, arn) }
}

describe.each([
  [secret, 'secretsmanager.GetSecretValue', { SecretId: secret }],
  [parameter, 'AmazonSSM.GetParameter', { Name: parameter, WithDecryption: true }],
])('the registry login %s', (arn, call, body) => {
  it('is what is kept there, asked for at every pull so that a new password counts at once', async () => {
    const { read, asked, keep } = await startStores()
    expect(await read(arn)).toEqual(login)
    keep(JSON.stringify({ ...kept, password: 'another' }))
    expect(await read(arn)).toEqual({ ...login, password: 'another' })
    expect(asked).toEqual([
      { call, body },
      { call, body },
    ])
  })

  it.each([
    ['AccessDeniedException', /the role sdo-process-runner may not read .* account of the environment/],
    ['ResourceNotFoundException', /there is no registry login .*: it was deleted/],
    ['ParameterNotFound', /there is no registry login .*: it was deleted/],
    ['DecryptionFailure', /cannot be decrypted: its KMS key/],
    ['InvalidKeyId', /cannot be decrypted: its KMS key/],
    ['InvalidRequestException', /could not be read: No$/],
  ])('is missed in words when AWS answers %s', async (type, words) => {
    const { read, refuse } = await startStores()
    refuse(type)
    const message = await read(arn).catch((error: Error) => error.message)
    expect(message).toMatch(words)
    expect(message).toContain(arn)
  })

  it.each([
    'correct-horse',
    'ada:correct-horse',
    '{"username":"ada","password":"correct-horse"',
    '{"user":"ada","password":"correct-horse"}',
    '{"username":"ada","password":["correct-horse"]}',
    '{"username":"ada","password":"correct-horse","registry":[]}',
    '{"username":"ada","password":"correct-horse","registry":{"correct-horse":1}}',
    '"correct-horse"',
    '',
  ])('has its form, and no error repeats what is in it: %s', async (text) => {
    const { read, keep } = await startStores()
    keep(text)
    const error = await read(arn).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({
      message: `${arn} holds no registry login: it must be {"username": "…", "password": "…", "registry": "…"}`,
    })
    expect(inspect(error, { depth: 10 })).not.toContain('horse')
  })

  it.each([
    ['ghcr.io', ['ghcr.io']],
    ['GHCR.io', ['ghcr.io']],
    [
      ['docker.io', 'registry.example.com:5000'],
      ['docker.io', 'registry.example.com:5000'],
    ],
  ])('is given for the registries that it names: %j', async (registry, hosts) => {
    const { read, keep } = await startStores()
    keep(JSON.stringify({ ...login, registry }))
    for (const host of hosts) expect(await read(arn, host)).toEqual(login)
  })

  it.each(['evil.example', 'ghcr.io.evil.example', 'ghcr.io:5000', 'docker.io', 'localhost'])(
    'is given to no other, whatever image names it: %s',
    async (registry) => {
      const { read } = await startStores()
      const error = await read(arn, registry).catch((refusal: unknown) => refusal)
      expect(error).toMatchObject({ message: expect.stringContaining(`is not for ${registry}`) })
      expect(inspect(error, { depth: 10 })).not.toMatch(/horse|ada/)
    },
  )

  it('is given to none as long as it names none, and says what to add', async () => {
    const { read, keep } = await startStores()
    keep(JSON.stringify(login))
    await expect(read(arn)).rejects.toThrow(
      `${arn} does not say which registry its login is for: add "registry": "ghcr.io" to the secret`,
    )
  })
})
