import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import esbuild from 'esbuild'
import express from 'express'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ApplicationVersion } from '../../../db/models/application-version'
import { Deployment } from '../../../db/models/deployment'
import { User } from '../../../db/models/user'
import { deploymentStates } from '../../../core/resources/wire-states'
import { cliBundleOptions } from '../../../standalone/start/bundle-options.mjs'
import { useAppServer } from '../../builders/app-server'
import { Browser, listen } from '../../builders/browser'
import { buildReadyAccount } from '../../builders/deployment-core'
import { eventually } from '../../builders/eventually'
import { serveIssuer } from '../../builders/serve-issuer'
import { buildApplication, buildEnvironment } from '../../builders/team-rows'
import { useTestDatabase } from '../../postgres/test-database'

const run = promisify(execFile)
const server = useAppServer(useTestDatabase())
const page = readFileSync('app/content/docs/command-line.md', 'utf8')
const printed = (beginning: string) =>
  new RegExp(`^\`\`\`\\n(${beginning}[\\s\\S]*?)\\n\`\`\`$`, 'm').exec(page)?.[1] ?? ''

let folder: string
let served: Awaited<ReturnType<typeof serveIssuer>>
/** What both jobs are given. */
let variables: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-job-'))
  await esbuild.build({ ...cliBundleOptions(), outdir: folder })
  // The command line goes by the clock of this machine.
  await server.clock.advance(Date.now() - server.clock.now())
  served = await serveIssuer(server.clock)
  const address = await server.start({
    identities: served.identities,
    commandLine: join(folder, 'cli/sdo.js'),
  })
  const admin = new Browser(address)
  for (const [name, value] of (await server.signUp('ada@example.com')).cookies) admin.cookies.set(name, value)
  const { id } = (await admin.call('POST', '/v1/user/integration', { name: 'Builds' })).json<{ id: string }>()
  await admin.call('POST', `/v1/user/integration/${id}/trust`, {
    issuer: served.issuer.issuer.address,
    subjectPattern: 'repo:acme/shop:ref:refs/heads/*',
  })
  const { teamId } = await User.findOne({ rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  await application.update({ autoDeployEnvironmentId: environment.id })
  variables = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    HOME: folder,
    CI: 'true',
    SDO_URL: address,
    INTEGRATION_USER: id,
    INTEGRATION_ID: application.integrationId,
  }
})
afterAll(async () => {
  await served?.close()
  rmSync(folder, { recursive: true })
})

/** @throws with what was told when a command fails */
const inShell = async (commands: string[], more: Record<string, string>) =>
  (await run('sh', ['-e', '-c', commands.join('\n')], { cwd: folder, env: { ...variables, ...more } })).stdout

/** What `sdo init` writes for a build system, without waiting for the end of the deployment. */
async function written<Pipeline>(system: string, path: string): Promise<Pipeline> {
  const options = `--for ${system} --integration-id $INTEGRATION_ID --integration-user-id $INTEGRATION_USER`
  await inShell([`node cli/sdo.js init ${options} --image registry.example.com/team/shop`], {})
  const text = readFileSync(join(folder, path), 'utf8')
  return parse(text.replace('--watch-undo', '--no-wait')) as Pipeline
}

it('a job of GitLab gets the command line from the portal and deploys by its identity, as it is printed', async () => {
  const { deploy } = parse(printed('deploy:')) as { deploy: { script: string[]; id_tokens: object } }
  const [name = ''] = Object.keys(deploy.id_tokens)
  const script = deploy.script.map((line) => line.replace(/--deploy$/, '$& --no-wait'))
  const more = { [name]: await served.issuer.sign(server.clock), CI_COMMIT_SHA: '8f1c2ab' }
  expect(await inShell(script, more)).toContain('Its deployment to Production was queued')
  expect(await ApplicationVersion.findOne()).toMatchObject({ dockerTag: '8f1c2ab' })
  await expect(inShell(script, more)).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringContaining('The identity token was used before.') as string,
  })
})

it('a job of Buildkite pipes its identity in, as it is printed', async () => {
  const line = printed('buildkite-agent').replace(/^buildkite-agent .*? \|/, 'echo "$GIVEN" |')
  expect(line).toMatch(/^echo/)
  const more = { GIVEN: await served.issuer.sign(server.clock) }
  const said = await inShell(['./sdo logout', line, './sdo whoami --json', './sdo logout'], more)
  expect(JSON.parse(said)).toMatchObject({ kind: 'integration', name: 'Builds' })
})

it('the jobs that sdo init writes deploy as well', async () => {
  const { deploy } = await written<{ deploy: { script: string[] } }>('gitlab', '.gitlab-ci.yml')
  const given = { SDO_IDENTITY_TOKEN: await served.issuer.sign(server.clock), CI_COMMIT_SHA: '0a1b2c3' }
  expect(await inShell(deploy.script, given)).toContain('was queued')

  const pipeline = await written<{ steps: { command: string[] }[] }>('buildkite', '.buildkite/pipeline.yml')
  const agent = join(folder, 'buildkite-agent')
  writeFileSync(agent, `#!/bin/sh\n[ "$*" = "oidc request-token --audience $SDO_URL" ] && echo "$GIVEN"\n`, {
    mode: 0o755,
  })
  // As the agent does when it takes a pipeline.
  const commands = (pipeline.steps[1]?.command ?? []).map((line) => line.replaceAll('$$', '$'))
  const said = await inShell(commands, {
    GIVEN: await served.issuer.sign(server.clock),
    BUILDKITE_COMMIT: '4d5e6f7',
    PATH: `${folder}:${process.env.PATH}`,
  })
  expect(said).toContain('was queued')
  const versions = await ApplicationVersion.findAll()
  expect(versions.map(({ dockerTag }) => dockerTag)).toEqual(expect.arrayContaining(['0a1b2c3', '4d5e6f7']))
})

it('a job of GitHub that waits for longer than its login counts logs in again by itself', async () => {
  const audiences: unknown[] = []
  const github = await listen(
    express().get('/identity', async (request, response) => {
      audiences.push(request.query.audience)
      const isJob = request.get('authorization') === 'Bearer job-secret'
      response.status(isJob ? 200 : 401).json({ value: await served.issuer.sign(server.clock) })
    }),
  )
  onTestFinished(github.close)
  const given = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${github.address}/identity?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-secret',
  }
  await inShell(['node cli/sdo.js login --integration-user-id $INTEGRATION_USER'], given)
  const before = await Deployment.count()
  const ended = inShell(['node cli/sdo.js versions declare $INTEGRATION_ID 5e6f7a8 --deploy'], given)
  await eventually('the deployment is queued', async () => (await Deployment.count()) > before)
  await server.clock.advance(16 * 60_000)
  await eventually('it asked again who it is', () => audiences.length === 2)
  const deployment = await Deployment.findOne({ order: [['sequence', 'DESC']], rejectOnEmpty: true })
  await deployment.update({ state: deploymentStates.LIVE })
  expect(await ended).toContain('was queued')
  expect(audiences).toEqual([variables.SDO_URL, variables.SDO_URL])
})
