import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import { User } from '../../../db/models/user'
import { useAppServer } from '../../builders/app-server'
import { buildReadyAccount } from '../../builders/deployment-core'
import { buildApplication, buildEnvironment } from '../../builders/team-rows'
import { useTestDatabase } from '../../postgres/test-database'
import { action, runAction } from './run-action'

// Cookies as where people come by https: the one that programs know is not the only one then.
const secureCookies = true
const server = useAppServer(useTestDatabase(), { secureCookies })
let teamId: string
let token: string
beforeAll(async () => {
  const admin = await server.signUp('ada@example.com')
  const { id } = (await admin.call('POST', '/v1/user/integration', { name: 'Builds' })).json<{ id: string }>()
  token = (await admin.call('GET', `/v1/user/integration/${id}/token`)).json<{ token: string }>().token
  teamId = (await User.findOne({ rejectOnEmpty: true })).teamId
})

const makeApplication = () => buildApplication(teamId, randomUUID())

const versionsOf = ({ id }: Application) => ApplicationVersion.findAll({ where: { applicationId: id } })

/** The inputs for `application` on a server that `front` sees every request of first. */
async function inputsFor({ integrationId }: { integrationId: string }, front?: RequestHandler) {
  return {
    url: await server.start({ secureCookies, front }),
    'integration-token': token,
    'application-integration-id': integrationId,
    tag: '1.4.2',
  }
}

/** What of it everybody who reads the job's log sees. */
const shown = (output: string) => output.replaceAll(/^::add-mask::.*$/gm, '')
const masked = (output: string) => [...output.matchAll(/^::add-mask::(.*)$/gm)].map(([, secret]) => secret)

describe('the GitHub action', () => {
  it('has the inputs that are documented, and a file to run', () => {
    expect(Object.keys(action.inputs)).toEqual([
      'url',
      'integration-user-id',
      'audience',
      'integration-token',
      'application-integration-id',
      'tag',
      'auto-deploy',
      'approve-cost',
      'name',
      'wait-minutes',
      'watch-undo',
      'github-token',
      'ca-file',
    ])
    expect(action.runs).toEqual({ using: 'node20', main: 'deploy.mjs' })
  })

  it('declares a version by its tag, deploys nothing unasked, and gives its id', async () => {
    const application = await makeApplication()
    const { exitCode, output, outputs } = await runAction(await inputsFor(application))
    expect([exitCode, output]).toEqual([0, expect.stringContaining('auto deploy was not requested')])
    const [version] = await versionsOf(application)
    expect(version).toMatchObject({ name: '1.4.2', dockerTag: '1.4.2', autoDeploy: false })
    expect(outputs).toEqual({ 'version-id': version?.id, 'auto-deployed': 'false', 'deployment-id': '' })
    expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs).slice(0, 3))
  })

  it('deploys the version under its name to the auto deploy environment, and says where', async () => {
    const application = await makeApplication()
    const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
    await application.update({ autoDeployEnvironmentId: environment.id })
    const inputs = {
      ...(await inputsFor(application)),
      'auto-deploy': 'True',
      name: 'Fourth release',
      'wait-minutes': '0',
    }
    const { exitCode, output, outputs } = await runAction(inputs)
    expect([exitCode, output]).toEqual([0, expect.stringContaining('deployment to Production was queued')])
    expect(await versionsOf(application)).toMatchObject([{ name: 'Fourth release', autoDeploy: true }])
    const [deployment] = await Deployment.findAll({ where: { environmentId: environment.id } })
    expect(outputs).toMatchObject({ 'auto-deployed': 'true', 'deployment-id': deployment?.id })
  })

  it('fails at a rise of the cost with what it is, and deploys it once the job confirms that', async () => {
    const application = await makeApplication()
    const environment = await buildEnvironment(await buildReadyAccount({ teamId }, 'Costly'), 'Costly')
    await application.update({
      autoDeployEnvironmentId: environment.id,
      count: 30,
      cpu: '4',
      memoryMb: 8_000,
    })
    const inputs = { ...(await inputsFor(application)), 'auto-deploy': 'true', 'wait-minutes': '0' }
    const stopped = await runAction(inputs)
    expect([stopped.exitCode, stopped.output]).toEqual([
      1,
      expect.stringMatching(/^::error::.*raise the cost of Costly.*approve-cost/m),
    ])
    const confirmed = await runAction({ ...inputs, tag: '1.4.3', 'approve-cost': 'true' })
    expect(confirmed.outputs).toMatchObject({ 'auto-deployed': 'true' })
  })

  it('warns when there is no environment to deploy to', async () => {
    const inputs = { ...(await inputsFor(await makeApplication())), 'auto-deploy': 'true' }
    const { exitCode, output, outputs } = await runAction(inputs)
    expect([exitCode, output]).toEqual([
      0,
      expect.stringMatching(/^::warning::.*no auto deploy environment/m),
    ])
    expect(outputs).toMatchObject({ 'auto-deployed': 'false' })
  })

  it('has its secrets masked before it says anything, and shows none', async () => {
    const authorizations: unknown[] = []
    const inputs = await inputsFor(await makeApplication(), (request, _response, next) => {
      authorizations.push(request.get('authorization')?.replace('Bearer ', ''))
      next()
    })
    const { output } = await runAction(inputs)
    expect(output.startsWith(`::add-mask::${token}\n`)).toBe(true)
    expect(masked(output)).toEqual([token, authorizations.at(-1)])
    for (const secret of masked(output)) expect(shown(output)).not.toContain(secret)
  })

  it('says so when the token is not accepted, without showing it', async () => {
    const inputs = {
      ...(await inputsFor(await makeApplication())),
      'integration-token': 'no-such-token',
    }
    const { exitCode, output } = await runAction(inputs)
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/^::error::The integration token was not accepted\./m),
    ])
    expect(shown(output)).not.toContain('no-such-token')
  })

  it.each<[string, { tag?: string }, string]>([
    ['an application that is not there', {}, 'The application could not be found.'],
    ['a tag that cannot be one', { tag: 'not a tag' }, 'tag'],
  ])('ends with what the server says about %s', async (_what, inputs, message) => {
    const known = inputs.tag ? await makeApplication() : { integrationId: 'no-such-id' }
    const { exitCode, output } = await runAction({ ...(await inputsFor(known)), ...inputs })
    expect([exitCode, output]).toEqual([1, expect.stringMatching(new RegExp(`^::error::.*${message}`, 'm'))])
    expect(output).not.toContain('pause')
  })

  it('waits ever longer for a server that is away, and carries on when it is back', async () => {
    const application = await makeApplication()
    let requests = 0
    const inputs = await inputsFor(application, (request, response, next) => {
      requests += 1
      if (requests <= 2) request.socket.destroy()
      else if (requests === 4) response.status(503).end()
      else next()
    })
    const { exitCode, output } = await runAction(inputs)
    expect([exitCode, requests]).toEqual([0, 5])
    expect(output.match(/pause \d+/g)).toEqual(['pause 1000', 'pause 2000', 'pause 1000'])
    expect(await versionsOf(application)).toHaveLength(1)
  })

  it('declares one version when the answer got lost on its way', async () => {
    const application = await makeApplication()
    let lost = 0
    const inputs = await inputsFor(application, ({ path }, response, next) => {
      const end = response.end.bind(response)
      if (path.endsWith('/version') && lost++ === 0) response.end = () => response.destroy()
      else response.end = end
      next()
    })
    const { exitCode, outputs } = await runAction(inputs)
    expect([exitCode, lost]).toEqual([0, 2])
    expect(await versionsOf(application)).toMatchObject([{ id: outputs['version-id'] }])
  })

  it('gives up on a server that stays away', async () => {
    const inputs = await inputsFor(await makeApplication(), ({ socket }) => void socket.destroy())
    const { exitCode, output } = await runAction(inputs)
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/^::error::.*cannot be reached.*Gave up after 6 tries/m),
    ])
    expect(output.match(/pause/g)).toHaveLength(5)
  })

  it('follows nobody elsewhere with the token', async () => {
    let requests = 0
    const inputs = await inputsFor({ integrationId: 'x' }, (_request, response) => {
      requests += 1
      response.redirect(307, '/elsewhere')
    })
    const { exitCode, output } = await runAction(inputs)
    expect([exitCode, requests, output]).toEqual([1, 1, expect.stringContaining('Check the input url.')])
  })

  it('names every fault of its inputs at once', async () => {
    const { exitCode, output } = await runAction({ 'auto-deploy': 'perhaps', url: 'http://sdo.example.com' })
    expect(exitCode).toBe(1)
    expect(output).toContain('Set one of the inputs integration-user-id and integration-token')
    for (const name of ['application-integration-id', 'tag'])
      expect(output).toContain(`The input ${name} is missing.`)
    expect(output).toContain('The input auto-deploy must be true or false.')
    expect(output).toContain('The input url must begin with https://')
  })
})
