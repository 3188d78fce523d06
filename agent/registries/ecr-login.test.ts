import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createEcrLogin } from './ecr-login'

const host = (region = 'us-east-1') => `111122223333.dkr.ecr.${region}.amazonaws.com`
const hourMs = 3600_000

/** ECR as its API reference describes GetAuthorizationToken. */
async function startEcr() {
  const clock = new VirtualClock()
  const asked: IncomingMessage[] = []
  let refusal: { type: string; message: string } | undefined
  const server = createServer((request, response) => {
    asked.push(request)
    request.resume()
    if (refusal)
      return void response
        .writeHead(400, { 'Content-Type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ __type: refusal.type, message: refusal.message }))
    const authorizationToken = Buffer.from(`AWS:pass:word-${asked.length}`).toString('base64')
    const expiresAt = (clock.now() + 12 * hourMs) / 1000
    response
      .writeHead(200, { 'Content-Type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify({ authorizationData: [{ authorizationToken, expiresAt }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const login = createEcrLogin({
    clock,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
  })
  return { clock, asked, login, refuse: (reason: typeof refusal) => void (refusal = reason) }
}

describe('the login to ECR', () => {
  it('is what ECR gives, with a password that may hold colons', async () => {
    const { login } = await startEcr()
    expect(await login(host())).toMatchObject({ username: 'AWS', password: 'pass:word-1' })
  })

  it.each([
    'docker.io',
    'ghcr.io',
    'public.ecr.aws',
    '111122223333.dkr.ecr.us-east-1.amazonaws.com.evil.example',
  ])('is not asked for to pull from %s', async (registry) => {
    const { login, asked } = await startEcr()
    expect(await login(registry)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('is asked for once by all who pull, and again an hour before it expires', async () => {
    const { clock, login, asked } = await startEcr()
    await Promise.all([login(host()), login(host()), login(host())])
    await clock.advance(10.9 * hourMs)
    await login(host())
    expect(asked).toHaveLength(1)
    await clock.advance(0.2 * hourMs)
    expect(await login(host())).toMatchObject({ password: 'pass:word-2' })
  })

  it('counts for the registries of other accounts, too', async () => {
    const { login, asked } = await startEcr()
    expect(await login('444455556666.dkr.ecr.us-east-1.amazonaws.com')).toEqual(await login(host()))
    expect(asked).toHaveLength(1)
  })

  it('is of no other region than that of the instances, and says what to do', async () => {
    const { login, asked } = await startEcr()
    await expect(login(host('eu-west-1'))).rejects.toThrow(
      /from us-east-1 alone: let ECR replicate the repository from eu-west-1/,
    )
    expect(asked).toEqual([])
  })

  it('says which role needs which right when it is refused, and is asked for again by the next pull', async () => {
    const { login, refuse } = await startEcr()
    refuse({ type: 'AccessDeniedException', message: 'User is not authorized.' })
    await expect(login(host())).rejects.toThrow(
      'ECR gives the role sdo-process-runner no login: it needs ecr:GetAuthorizationToken, as in the current CloudFormation template',
    )
    refuse(undefined)
    expect(await login(host())).toMatchObject({ username: 'AWS' })
  })
})
