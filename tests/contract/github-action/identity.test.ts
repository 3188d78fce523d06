import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import type { AwsAccount } from '../../../db/models/aws-account'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { Session } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { useAppServer } from '../../builders/app-server'
import { buildReadyAccount } from '../../builders/deployment-core'
import { buildEnvironmentStatus } from '../../builders/resource-status'
import { buildApplication, buildEnvironment, buildTrust } from '../../builders/team-rows'
import { useTestDatabase } from '../../postgres/test-database'
import { startFakeGithub, stranger } from './fake-github'
import { runAction } from './run-action'

const server = useAppServer(useTestDatabase())
let github: Awaited<ReturnType<typeof startFakeGithub>>
let teamId: string
let integrationUserId: string
let account: AwsAccount
let made = 0

beforeAll(async () => {
  github = await startFakeGithub(server.clock)
  const admin = await server.signUp('ada@example.com')
  integrationUserId = (await admin.call('POST', '/v1/user/integration', { name: 'Builds' })).json<{
    id: string
  }>().id
  await buildTrust(integrationUserId)
  teamId = (await User.findOne({ rejectOnEmpty: true })).teamId
  account = await buildReadyAccount({ teamId })
})
afterAll(() => github.close())

/** The inputs of a job that deploys an application of its own, on a server where `front` sees every request first. */
async function prepare(front?: RequestHandler) {
  const environment = await buildEnvironment(account, made++ === 0 ? 'Production' : `Stage ${made}`)
  const application = await buildApplication(teamId, `Shop_${randomUUID().slice(0, 8)}`)
  await application.update({ autoDeployEnvironmentId: environment.id })
  const inputs = {
    url: await server.start({ front }),
    'integration-user-id': integrationUserId,
    audience: 'http://portal.test',
    'application-integration-id': application.integrationId,
    tag: '1.4.2',
    'auto-deploy': 'true',
    'github-token': 'github-secret',
  }
  return { environment, application, inputs }
}

/** Does `change` when the deployment was looked at so often. */
function atLook(count: number, change: () => Promise<unknown>): RequestHandler {
  let looks = 0
  return ({ path }, _response, next) => {
    if (!path.startsWith('/v1/application/deployment/') || ++looks !== count) return next()
    change().then(() => next(), next)
  }
}

const finish = (environment: Environment, state: DeploymentState, message: string) =>
  Deployment.update({ state, message }, { where: { environmentId: environment.id } })

/** The deployment of the job is live, and what was live before it can be brought back. */
async function goLiveAfterAnother({ id: environmentId }: Environment) {
  const { LIVE, RETIRED } = deploymentStates
  const finishedAt = new Date(server.clock.now())
  await Deployment.update({ state: LIVE, sequence: 2, finishedAt }, { where: { environmentId } })
  await Deployment.create({ id: randomUUID(), environmentId, sequence: 1, state: RETIRED, changes: [] })
}

async function undo({ id: environmentId }: Environment) {
  const live = await Deployment.findOne({ where: { environmentId, sequence: 2 }, rejectOnEmpty: true })
  const about = { kind: 'undo' as const, aboutId: live.id, reason: 'It crashed.' }
  await Deployment.create({ id: randomUUID(), environmentId, sequence: 3, changes: [], ...about })
}

const pullRequest = (number: number) => ({
  ...github.environment,
  event: JSON.stringify({ pull_request: { number } }),
})

const shown = (output: string) => output.replaceAll(/^::add-mask::.*$/gm, '')

describe('the GitHub action of a job with an identity', () => {
  it('logs in by it, waits for Live, and tells address, cost and difference', async () => {
    const front = atLook(3, () => goLive())
    const { environment, application, inputs } = await prepare((...request) => front(...request))
    const goLive = async () => {
      await finish(environment, deploymentStates.LIVE, '')
      const loadBalancer = {
        applicationId: application.id,
        port: 8080,
        loadBalancerId: 'lb-1',
        url: 'http://shop_1.example.com:8080',
      }
      const status = buildEnvironmentStatus({ costPerHour: 0.05 })
      await environment.update({ status: { ...status, loadBalancers: [loadBalancer] } as typeof status })
    }
    const { exitCode, output, outputs, summary } = await runAction(inputs, pullRequest(7))
    expect([exitCode, output]).toEqual([0, expect.stringContaining('SDO: Production: queued.')])
    expect(output).toContain('SDO: Production: live.')
    expect(outputs).toMatchObject({ status: 'LIVE', address: 'http://shop_1.example.com:8080' })
    expect(Number(outputs['cost-per-hour'])).toBeGreaterThan(0.05)
    expect(summary).toContain('### Production: live.')
    expect(summary).toContain('<http://shop_1.example.com:8080/>')
    expect(summary).toMatch(/\$0\.0\d+ an hour before traffic and logs, \$0\.0\d+ more than before/)
    expect(summary).toMatch(/\| Shop&#95;\w+ \| add \| {2}\| 1\.4\.2 \|/)
    expect(github.comments.get('7')).toMatchObject([
      { body: expect.stringContaining(summary.trim()) as string },
    ])
    expect(github.audiences.at(-1)).toBe('http://portal.test')
  })

  it('writes one comment for an environment, however often it runs, and none where there is no pull request', async () => {
    const front: RequestHandler = atLook(1, () => finish(environment, deploymentStates.LIVE, ''))
    const { environment, inputs } = await prepare((...request) => front(...request))
    await runAction({ ...inputs, 'wait-minutes': '0' }, pullRequest(8))
    await runAction({ ...inputs, 'wait-minutes': '0', tag: '1.4.3' }, pullRequest(8))
    expect(github.comments.get('8')).toHaveLength(1)
    expect(github.comments.get('8')?.[0]?.body).toContain('1.4.3')
    const { exitCode, output } = await runAction(
      { ...inputs, 'wait-minutes': '0', tag: '1.4.4' },
      github.environment,
    )
    expect([exitCode, output]).toEqual([0, expect.stringContaining('has no pull request')])
  })

  it("writes its report into no comment of somebody else's, whatever mark that begins with", async () => {
    const { inputs } = await prepare()
    await runAction({ ...inputs, 'wait-minutes': '0' }, pullRequest(10))
    const [ours] = github.comments.get('10') ?? []
    const theirs = {
      id: 1000,
      body: `${ours?.body.split('\n')[0]}\nEverything is live.`,
      user: { id: stranger },
    }
    github.comments.set('10', [theirs])
    await runAction({ ...inputs, 'wait-minutes': '0', tag: '1.4.3' }, pullRequest(10))
    const [first, second] = github.comments.get('10') ?? []
    expect(first?.body).toMatch(/^<!-- sdo .*\nEverything is live\.$/)
    expect(second?.body).toContain('1.4.3')
  })

  it('is no failure when the comment is', async () => {
    const { inputs } = await prepare()
    github.isCommentingRefused = true
    const { exitCode, output } = await runAction({ ...inputs, 'wait-minutes': '0' }, pullRequest(9))
    github.isCommentingRefused = false
    expect([exitCode, output]).toEqual([
      0,
      expect.stringMatching(/^::warning::The action could not write the comment .*Resource not accessible/m),
    ])
  })

  it('fails with the deployment, and says why and where to look', async () => {
    const front: RequestHandler = atLook(2, () =>
      finish(environment, deploymentStates.FAILED, 'The processes did not get healthy.'),
    )
    const { environment, inputs } = await prepare((...request) => front(...request))
    const { exitCode, output, outputs } = await runAction(inputs, github.environment)
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/^::error::.*failed\. The processes did not get healthy\. See http:\/\/portal/m),
    ])
    expect(outputs).toMatchObject({ status: 'FAILED' })
  })

  it('fails with a code of its own where the deployment went live and was undone, unless nobody wants to wait for that', async () => {
    let looks = 0
    const { environment, inputs } = await prepare(async ({ path }, _response, next) => {
      if (path.startsWith('/v1/application/deployment/')) {
        looks += 1
        if (looks === 2) await goLiveAfterAnother(environment)
        if (looks === 4) await undo(environment)
      }
      next()
    })
    const { exitCode, output, outputs } = await runAction(inputs, github.environment)
    expect([exitCode, output]).toEqual([
      8,
      expect.stringMatching(/^::error::.*went live and was undone\. It crashed\. See http:\/\/portal/m),
    ])
    expect(output).toContain('live. Watching whether it stays.')
    expect(outputs).toMatchObject({ status: 'UNDONE' })
    expect(looks).toBe(4)

    looks = 0
    const once = await prepare(async ({ path }, _response, next) => {
      if (path.startsWith('/v1/application/deployment/') && ++looks === 2)
        await goLiveAfterAnother(once.environment)
      next()
    })
    const unwatched = await runAction({ ...once.inputs, 'watch-undo': 'false' }, github.environment)
    expect([unwatched.exitCode, unwatched.outputs, looks]).toEqual([
      0,
      expect.objectContaining({ status: 'LIVE' }),
      2,
    ])
  })

  it('fails when the deployment takes longer than it may, which goes on', async () => {
    const { environment, inputs } = await prepare()
    const { exitCode, output } = await runAction({ ...inputs, 'wait-minutes': '1' }, github.environment)
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/^::error::After 1 minutes .*It continues\./m),
    ])
    const [deployment] = await Deployment.findAll({ where: { environmentId: environment.id } })
    expect(deployment?.state).toBe(deploymentStates.QUEUED)
  })

  it('logs in again, with another token, when its login is over while it waits', async () => {
    const lose = atLook(2, () => Session.destroy({ where: { integrationUserId } }))
    const end: RequestHandler = atLook(4, () => finish(environment, deploymentStates.LIVE, ''))
    const { environment, inputs } = await prepare((request, response, next) =>
      lose(request, response, () => end(request, response, next)),
    )
    const before = github.identityTokens.length
    const { exitCode, outputs } = await runAction(inputs, github.environment)
    expect([exitCode, outputs.status]).toEqual([0, 'LIVE'])
    expect(new Set(github.identityTokens.slice(before)).size).toBe(2)
  })

  it('gets in with another token when the answer to the first one was lost', async () => {
    let lost = 0
    const { inputs } = await prepare(({ path }, response, next) => {
      if (path.endsWith('/login/identity') && lost++ === 0) response.end = () => response.destroy()
      next()
    })
    const { exitCode } = await runAction({ ...inputs, 'wait-minutes': '0' }, github.environment)
    expect([exitCode, lost]).toEqual([0, 2])
  })

  it('has its secrets masked, and shows none', async () => {
    const { inputs } = await prepare()
    const { output } = await runAction({ ...inputs, 'wait-minutes': '0' }, github.environment)
    const masked = [...output.matchAll(/^::add-mask::(.*)$/gm)].map(([, secret]) => secret)
    expect(masked).toHaveLength(2)
    for (const secret of [...masked, github.identityTokens.at(-1) ?? '', 'job-secret', 'github-secret'])
      expect(shown(output)).not.toContain(secret)
  })

  it('says what the identity is when it is not trusted, and what to do without the permission', async () => {
    const { inputs } = await prepare()
    const other = await runAction({ ...inputs, audience: 'https://elsewhere.example' }, github.environment)
    expect([other.exitCode, other.output]).toEqual([
      1,
      expect.stringMatching(
        /^::error::.*subject repo:acme\/shop:ref:refs\/heads\/main, audience https:\/\/elsewhere/m,
      ),
    ])
    const { exitCode, output } = await runAction(inputs)
    expect([exitCode, output]).toEqual([1, expect.stringContaining('id-token: write')])
  })
})
