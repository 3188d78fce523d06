import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SecretAccess } from '../../agent/secrets/read-secret'

/** Secrets Manager and SSM as their API references describe the two calls; they keep one value, whatever is asked for. */
export async function startSecretStores() {
  const asked: { call: string | undefined; body: unknown }[] = []
  let value: string | undefined
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
  const access: SecretAccess = {
    secretsEndpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
  }
  return {
    asked,
    access,
    keep: (text: string | undefined) => void (value = text),
    refuse: (type: string | undefined) => void (refusal = type),
  }
}
