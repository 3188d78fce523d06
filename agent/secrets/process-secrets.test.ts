import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { startSecretStores } from '../../tests/builders/secret-stores'
import { createProcessSecrets } from './process-secrets'

const secret = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/secrets/database-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/key'

async function setUp() {
  const stores = await startSecretStores()
  const clock = new VirtualClock()
  return { ...stores, clock, secrets: createProcessSecrets(stores.access, clock) }
}

describe('the secrets of processes', () => {
  it('are read from both stores, each once for processes that start together', async () => {
    const { secrets, asked, keep } = await setUp()
    keep('correct-horse')
    const all = await Promise.all(
      [1, 2, 3].map(() => secrets.resolve({ DATABASE_URL: secret, API_KEY: parameter, AGAIN: secret })),
    )
    const expected = { DATABASE_URL: 'correct-horse', API_KEY: 'correct-horse', AGAIN: 'correct-horse' }
    expect(all).toEqual([expected, expected, expected])
    expect(asked.map(({ call }) => call).sort()).toEqual([
      'AmazonSSM.GetParameter',
      'secretsmanager.GetSecretValue',
    ])
  })

  it('have their new value at a start ten seconds later', async () => {
    const { secrets, keep, clock } = await setUp()
    keep('old')
    expect(await secrets.resolve({ A: secret })).toEqual({ A: 'old' })
    keep('new')
    await clock.advance(10_001)
    expect(await secrets.resolve({ A: secret })).toEqual({ A: 'new' })
  })

  it('are asked for again at once after a refusal, which says which variable, which secret and what to do', async () => {
    const { secrets, keep, refuse } = await setUp()
    refuse('AccessDeniedException')
    await expect(secrets.resolve({ DATABASE_URL: secret })).rejects.toThrow(
      `its variable DATABASE_URL has no value, because the role sdo-process-runner may not read the secret ${secret}: it needs secretsmanager:GetSecretValue on it`,
    )
    await expect(secrets.resolve({ API_KEY: parameter })).rejects.toThrow('it needs ssm:GetParameter on it')
    refuse(undefined)
    keep('x')
    expect(await secrets.resolve({ DATABASE_URL: secret })).toEqual({ DATABASE_URL: 'x' })
  })

  it.each([
    ['a\0correct-horse', 'holds a NUL'],
    ['correct-horse'.repeat(10_000), 'is longer than a variable can be, 100 KB'],
    [undefined, 'holds bytes'],
  ])('are refused with words that repeat nothing of them: %#', async (value, words) => {
    const { secrets, keep } = await setUp()
    keep(value)
    const error = await secrets.resolve({ A: secret }).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ message: expect.stringContaining(words) })
    expect(inspect(error, { depth: 10 })).not.toContain('horse')
  })

  it('can be one key of a JSON secret each, which is read once for all of them', async () => {
    const { secrets, asked, keep } = await setUp()
    keep('{"user": "sdo", "password": "correct-horse", "port": 5432, "isReplica": false, "__proto__": "own"}')
    const references = {
      USER: `${secret}:user::`,
      PASSWORD: `${secret}:password::`,
      PORT: `${secret}:port::`,
      REPLICA: `${secret}:isReplica::`,
      OWN: `${secret}:__proto__::`,
    }
    expect(await secrets.resolve(references)).toEqual({
      USER: 'sdo',
      PASSWORD: 'correct-horse',
      PORT: '5432',
      REPLICA: 'false',
      OWN: 'own',
    })
    expect(asked).toHaveLength(1)
  })

  it('can be of a version, each of which is read for itself', async () => {
    const { secrets, asked, keep } = await setUp()
    keep('x')
    const versionId = '9d4cb84b-ad69-40c0-a0ab-cead36b967e8'
    await secrets.resolve({ A: secret, B: `${secret}::AWSPREVIOUS:`, C: `${secret}:::${versionId}` })
    expect(asked.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { SecretId: secret },
        { SecretId: secret, VersionStage: 'AWSPREVIOUS' },
        { SecretId: secret, VersionId: versionId },
      ]),
    )
  })

  it('say which version there is none of', async () => {
    const { secrets, refuse } = await setUp()
    refuse('ResourceNotFoundException')
    await expect(secrets.resolve({ A: `${secret}:key:AWSPREVIOUS:` })).rejects.toThrow(
      `because there is no secret ${secret}, or no version AWSPREVIOUS of it`,
    )
  })

  it.each([
    ['correct-horse', `the secret ${secret} is no JSON object, so the key password cannot be taken out`],
    ['{"password": "correct-horse"', `is no JSON object`],
    ['["correct-horse"]', 'is no JSON object'],
    ['"correct-horse"', 'is no JSON object'],
    ['null', 'is no JSON object'],
    ['{"Password": "correct-horse"}', `the secret ${secret} has no key password`],
    ['{"password": {"of": "correct-horse"}}', 'is neither text nor a whole number nor true or false'],
    ['{"password": null, "user": "correct-horse"}', 'is neither text nor a whole number'],
    ['{"password": 12345678901234567890, "user": "correct-horse"}', 'is neither text nor a whole number'],
    ['{"password": "correct-horse\\u0000"}', `the key password of the secret ${secret} holds a NUL`],
  ])(
    'without the key that is meant are refused with words that repeat nothing of them: %#',
    async (value, words) => {
      const { secrets, keep } = await setUp()
      keep(value)
      const error = await secrets
        .resolve({ DB_PASSWORD: `${secret}:password::` })
        .catch((refusal: unknown) => refusal)
      expect(error).toMatchObject({
        message: expect.stringContaining('its variable DB_PASSWORD has no value, because'),
      })
      expect(error).toMatchObject({ message: expect.stringContaining(words) })
      expect(inspect(error, { depth: 10 })).not.toMatch(/horse|12345/)
    },
  )
})
