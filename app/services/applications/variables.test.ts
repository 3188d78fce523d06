import { describe, expect, it } from 'vitest'
import { processRunnerRoleName } from '../../../core/roles/names'
import { missingRole } from '../../../core/roles/role-diffs'
import { Application } from '../../../db/models/application'
import { AuditEntry } from '../../../db/models/audit-entry'
import { VariableOverride } from '../../../db/models/application-override'
import { readApplications } from '../../../db/read-applications'
import { buildReadyAccount, buildServices, buildTeam } from '../../../tests/builders/deployment-core'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const config = { cpuCount: 1, memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }
const arnIn = (accountNumber: string, name = 'database') =>
  `arn:aws:ssm:us-east-1:${accountNumber}:parameter/sdo/secrets/${name}`

async function setUp() {
  const services = buildServices(database.sequelize)
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  const version = await buildVersion(application)
  const { applications, environments, deployments } = services
  const arn = arnIn(account.accountNumber)
  return {
    team,
    account,
    environment,
    application,
    version,
    arn,
    applications,
    edit: (variables: object) =>
      applications.editApplicationConfig(team.member, { ...config, ...variables, id: application.id }),
    override: (variables: object) =>
      environments.overrideApplication(team.member, {
        environmentId: environment.id,
        applicationId: application.id,
        override: false,
        ...variables,
      }),
    view: async () =>
      (await environments.listEnvironmentProcesses(team.member, environment.id)).undeployedApplications[0],
    deploy: () =>
      deployments.patchDeployment(team.member, {
        environmentId: environment.id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }),
    snapshot: async () => {
      const change = { type: 'add' as const, applicationId: application.id, versionId: version.id }
      return (await readApplications(environment.id, [change]))(application.id, version.id)
    },
  }
}

it('an image of before that Docker could not pull by its name is refused before it is deployed', async () => {
  const { application, deploy } = await setUp()
  await application.update({ image: 'ghcr.io/Team/shop' })
  await expect(deploy()).rejects.toThrow('Shop: Docker image must be in lower case after its registry.')
})

it('a version that is declared by its digest is deployed as that', async () => {
  const { version, snapshot } = await setUp()
  const digest = `sha256:${'a'.repeat(64)}`
  await version.update({ dockerTag: digest })
  expect(await snapshot()).toMatchObject({ tag: digest, digest })
})

describe('variables of an application', () => {
  it('are kept, shown, and left as they are by who does not speak of them', async () => {
    const { applications, team, application, arn, edit } = await setUp()
    await edit({ environmentVariables: { ' B ': 'x\r\ny', A: '' }, secrets: { DB: ` ${arn} ` } })
    const expected = { environmentVariables: { A: '', B: 'x\ny' }, secrets: { DB: arn } }
    expect(await applications.getApplicationConfig(team.member, application.id)).toMatchObject(expected)
    await edit({})
    expect(await applications.getApplicationConfig(team.member, application.id)).toMatchObject(expected)
    await edit({ environmentVariables: {} })
    expect(await Application.findByPk(application.id)).toMatchObject({
      environmentVariables: {},
      secrets: { DB: arn },
    })
  })

  it('come from a .env file as well, over those of the same name', async () => {
    const { application, edit } = await setUp()
    await edit({ environmentVariables: { A: '1', B: '2' }, variableFile: 'B=3\nC="4\\n5"' })
    await edit({ variableFile: 'D=6' })
    expect(await Application.findByPk(application.id)).toMatchObject({
      environmentVariables: { A: '1', B: '3', C: '4\n5', D: '6' },
    })
  })

  it.each([
    [{ environmentVariables: { 'A-B': '1' } }, 'environmentVariables.A-B'],
    [{ environmentVariables: { SDO_X: '1' } }, 'environmentVariables.SDO_X'],
    [{ environmentVariables: { A: '1', ' A': '2' } }, 'environmentVariables.A'],
    [{ environmentVariables: { A: 'x'.repeat(32_769) } }, 'environmentVariables.A'],
    [{ environmentVariables: { A: 'x'.repeat(32_768), B: 'x'.repeat(32_768) } }, 'environmentVariables'],
    [{ secrets: { A: 'correct-horse' } }, 'secrets.A'],
    [{ environmentVariables: { A: '1' }, secrets: { A: arnIn('123456789012') } }, 'secrets.A'],
    [{ variableFile: 'A=1\nB' }, 'variableFile'],
  ])('are refused at their row: %#', async (variables, field) => {
    const { edit, application } = await setUp()
    const error = await edit(variables).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    expect((error as Error).message).not.toContain('correct-horse')
    expect(await Application.findByPk(application.id)).toMatchObject({ environmentVariables: {} })
  })

  it('are told apart from secrets of before', async () => {
    const { arn, edit } = await setUp()
    await edit({ secrets: { DB: arn } })
    await expect(edit({ environmentVariables: { DB: '1' } })).rejects.toMatchObject({
      fields: { 'secrets.DB': expect.stringContaining('a variable and a secret at once') },
    })
  })

  it('are in the audit log by name alone', async () => {
    const { team, arn, edit, override } = await setUp()
    await edit({ environmentVariables: { KEPT: 'same', CHANGED: 'before', GONE: 'x' } })
    await edit({ environmentVariables: { KEPT: 'same', CHANGED: 'correct-horse' }, secrets: { DB: arn } })
    await override({ environmentVariables: { OWN: 'battery-staple' } })
    const entries = await AuditEntry.findAll({ where: { teamId: team.teamId }, order: ['id'] })
    expect(entries.map(({ after }) => after).slice(-2)).toEqual([
      { changedVariables: ['CHANGED'], addedVariables: ['DB'], removedVariables: ['GONE'] },
      expect.objectContaining({ addedVariables: ['OWN'] }),
    ])
    expect(JSON.stringify(entries)).not.toMatch(/correct-horse|battery-staple|sdo\/secrets/)
  })
})

describe('variables that an environment has of its own', () => {
  it('are shown beside the defaults, left as they are by who does not speak of them, and taken back', async () => {
    const { environment, arn, override, edit, view } = await setUp()
    await edit({ environmentVariables: { A: '1' } })
    const own = { environmentVariables: { B: '2' }, secrets: { DB: arn } }
    await override(own)
    await override({ roles: {} })
    expect(await view()).toMatchObject({
      defaultConfig: { variableNames: ['A'] },
      overrideConfig: { roles: {}, ...own },
    })
    await override({ environmentVariables: {}, secrets: {} })
    expect(await VariableOverride.count({ where: { environmentId: environment.id } })).toBe(0)
    expect((await view())?.overrideConfig).toBeUndefined()
  })

  it('are in the snapshot of the next deployment, over the defaults', async () => {
    const { arn, override, edit, snapshot } = await setUp()
    expect(await snapshot()).not.toHaveProperty('secrets')
    await edit({ environmentVariables: { A: '1', B: '2', C: '3' } })
    await override({ environmentVariables: { B: 'own' }, secrets: { C: arn } })
    expect(await snapshot()).toMatchObject({
      environmentVariables: { A: '1', B: 'own' },
      secrets: { C: arn },
    })
  })

  it('are refused when instances of the environment could not read them, or they are too much with the defaults', async () => {
    const { override, edit } = await setUp()
    await expect(override({ secrets: { DB: arnIn('999999999999') } })).rejects.toMatchObject({
      code: 'invalid',
      fields: { 'secrets.DB': expect.stringContaining('instances read secrets of their own account only') },
    })
    await edit({ environmentVariables: { A: 'x'.repeat(32_768) } })
    await expect(override({ environmentVariables: { B: 'x'.repeat(32_768) } })).rejects.toMatchObject({
      fields: { environmentVariables: expect.stringMatching(/^With the defaults of Shop: .*64 KB/) },
    })
  })

  it('must replace a default secret of another account before anything is deployed', async () => {
    const { arn, override, edit, deploy } = await setUp()
    await edit({ secrets: { DB: arnIn('999999999999') } })
    await expect(deploy()).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(
        /^Shop: The secret DB is in the AWS account 999999999999, .* Process Overrides/,
      ),
    })
    await override({ secrets: { DB: arn } })
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
  })

  it('are not deployed with secrets that the role of the instances is known not to read, and without them are', async () => {
    const { account, arn, edit, deploy } = await setUp()
    const right = { ...missingRole, roleMissing: false }
    const examined = (diffs: object) =>
      account.update({
        status: buildAwsAccountStatus({
          roles: [{ name: processRunnerRoleName, diffs: { ...right, ...diffs } }],
        }),
      })
    await edit({ secrets: { DB: arn } })
    for (const diffs of [
      { missingInlinePolicies: ['read-secrets'] },
      { missmatchingInlinePolicies: ['read-secrets'] },
      missingRole,
    ]) {
      await examined(diffs)
      await expect(deploy()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(
          /^Shop has secrets, which the role sdo-process-runner .* Update the stack/,
        ),
      })
    }
    await examined({ missingInlinePolicies: ['write-output'] })
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
    await examined(missingRole)
    await edit({ secrets: {} })
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
  })
})

describe('the login of an application for its registry', () => {
  const login = (accountNumber: string) =>
    `arn:aws:ssm:us-east-1:${accountNumber}:parameter/sdo/registries/ghcr`

  it('must be in the account of the environment before anything is deployed', async () => {
    const { account, edit, deploy } = await setUp()
    await edit({ registryCredentials: login('999999999999') })
    await expect(deploy()).rejects.toMatchObject({
      code: 'invalid',
      message: `Shop: The registry login is in the AWS account 999999999999, and the environment in ${account.accountNumber}: instances read logins of their own account only. Keep it in a secret of ${account.accountNumber}, and name that.`,
    })
    await edit({ registryCredentials: login(account.accountNumber) })
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
  })

  it('is not deployed with while the role of the instances is known not to read it', async () => {
    const { account, edit, deploy } = await setUp()
    const examined = (policy: string) =>
      account.update({
        status: buildAwsAccountStatus({
          roles: [
            {
              name: processRunnerRoleName,
              diffs: { ...missingRole, roleMissing: false, missingInlinePolicies: [policy] },
            },
          ],
        }),
      })
    await edit({ registryCredentials: login(account.accountNumber) })
    await examined('read-registry-logins')
    await expect(deploy()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Shop has a registry login, which the role .* policy read-registry-logins was not/,
      ),
    })
    await examined('read-secrets')
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
  })
})
