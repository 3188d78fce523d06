import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSecretLogin } from './secret-login'

const secret = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sdo/registries/ghcr-AbCdEf'
const parameter = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/registries/ghcr'
const login = { username: 'ada', password: 'correct-horse' }

/** Secrets Manager and SSM as their API references describe the two calls. */
async function startStores() {
  const asked: { call: string | undefined; body: unknown }[] = []
  let value = JSON.stringify(login)
  let refusal: string | undefined
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const call = request.headers['x-amz-target']?.toString()
      asked.push({ call, body: JSON.parse(body) as unknown })
      response.writeHead(refusal ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.1' })
      if (refusal) response.end(JSON.stringify({ __type: refusal, message: 'No.' }))
      else response.end(JSON.stringify({ SecretString: value, Parameter: { Value: value } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return {
    asked,
    read: createSecretLogin({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
    }),
    keep: (text: string) => void (value = text),
    refuse: (type: string) => void (refusal = type),
  }
}

describe.each([
  [secret, 'secretsmanager.GetSecretValue', { SecretId: secret }],
  [parameter, 'AmazonSSM.GetParameter', { Name: parameter, WithDecryption: true }],
])('the registry login %s', (arn, call, body) => {
  it('is what is kept there, asked for at every pull so that a new password counts at once', async () => {
    const { read, asked, keep } = await startStores()
    expect(await read(arn)).toEqual(login)
    keep(JSON.stringify({ ...login, password: 'another' }))
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
    '"correct-horse"',
    '',
  ])('has its form, and no error repeats what is in it: %s', async (text) => {
    const { read, keep } = await startStores()
    keep(text)
    const error = await read(arn).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({
      message: `${arn} holds no registry login: it must be {"username": "…", "password": "…"}`,
    })
    expect(inspect(error, { depth: 10 })).not.toContain('horse')
  })
})
