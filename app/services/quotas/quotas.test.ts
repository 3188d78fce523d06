import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildAccountNumber, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { createServices } from '../services'
import { quotaTable, usualQuotas, type QuotaName } from './quotas'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const limit = 3

const newName = () => `n_${randomUUID().replaceAll('-', '_')}`

const config = { cpuCount: 1, memoryMb: 256, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }

/** The use cases of a team that may have three of each, and what they are about. */
async function setUp() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  dependencies.quotas = { ...usualQuotas }
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  const version = await buildVersion(await buildApplication(team.teamId, 'Worker'))
  return {
    ...team,
    dependencies,
    clock,
    account,
    environment,
    application,
    version,
    services: createServices(dependencies),
  }
}
type Scene = Awaited<ReturnType<typeof setUp>>

/** For each quota that many may reach at once: how one more is made, and how many there are before. */
const makers: Partial<Record<QuotaName, { present: number; make: (scene: Scene) => Promise<unknown> }>> = {
  applications: {
    present: 2,
    make: ({ services, member }) =>
      services.applications.createApplication(member, { ...config, applicationName: newName() }),
  },
  versionsPerDay: {
    present: 0,
    make: ({ services, integration, application: { integrationId } }) =>
      services.applications.declareVersion(integration, { integrationId, dockerImageTag: newName() }),
  },
  environments: {
    present: 1,
    make: ({ services, member, account }) =>
      services.environments.createEnvironment(member, {
        environmentName: newName(),
        awsAccountId: account.id,
        firstDeployMessageApproved: true,
      }),
  },
  overridesPerEnvironment: {
    present: 0,
    make: async ({ services, member, environment, teamId }) =>
      services.environments.overrideApplication(member, {
        environmentId: environment.id,
        applicationId: (await buildApplication(teamId, newName())).id,
        override: true,
        numProcesses: 1,
      }),
  },
  queuedDeployments: {
    present: 0,
    make: ({ services, member, environment, version }) =>
      services.deployments.patchDeployment(member, {
        environmentId: environment.id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }),
  },
  awsAccounts: {
    present: 1,
    make: ({ services, admin }) =>
      services.awsAccounts.createAwsAccount(admin, {
        name: newName(),
        awsAccountNumber: buildAccountNumber(),
      }),
  },
  people: {
    present: 2,
    make: async ({ services, admin }) => {
      const details = { name: 'Max', email: `${newName()}@example.com`, password: 'correct-horse' }
      return services.users.createHumanUser(admin, details)
    },
  },
  integrationUsers: {
    present: 1,
    make: ({ services, admin }) => services.users.createIntegrationUser(admin, { name: newName() }),
  },
  tokensPerIntegrationUser: {
    present: 0,
    make: ({ services, admin, integration }) =>
      services.users.createIntegrationToken(admin, integration.integrationUserId),
  },
}

const allAtOnce = Object.entries(makers) as [QuotaName, NonNullable<(typeof makers)[QuotaName]>][]

describe('a team', () => {
  it.each(allAtOnce)(
    'has no more than its quota of %s, however many are asked for at once',
    async (name, { present, make }) => {
      const scene = await setUp()
      scene.dependencies.quotas[name] = limit
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => make(scene)))
      const refusals = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      )
      expect(refusals).toHaveLength(4 - (limit - present))
      const { code, explain } = quotaTable[name]
      for (const refusal of refusals) expect(refusal).toMatchObject({ code, message: explain(limit) })
      expect(explain(limit)).toContain('3')
    },
  )

  it('may have as many as before of what another team has reached', async () => {
    const [full, other] = [await setUp(), await setUp()]
    for (const { dependencies } of [full, other]) dependencies.quotas.applications = 2
    other.dependencies.quotas.applications = 3
    const make = makers.applications?.make
    await expect(make?.(full)).rejects.toMatchObject({ code: 'conflict' })
    await expect(make?.(other)).resolves.toHaveProperty('id')
  })

  it('declares versions again when a day has passed', async () => {
    const scene = await setUp()
    scene.dependencies.quotas.versionsPerDay = 1
    const declare = () => makers.versionsPerDay?.make(scene)
    await declare()
    await expect(declare()).rejects.toMatchObject({ code: 'throttled' })
    await scene.clock.advance(24 * 60 * 60_000)
    await expect(declare()).resolves.toHaveProperty('id')
  })

  it('changes an override that is there, though there is no room for another one', async () => {
    const { dependencies, services, member, environment, application } = await setUp()
    dependencies.quotas.overridesPerEnvironment = 1
    const override = (numProcesses: number) =>
      services.environments.overrideApplication(member, {
        environmentId: environment.id,
        applicationId: application.id,
        override: true,
        numProcesses,
      })
    await override(1)
    await expect(override(2)).resolves.toEqual({ result: 'SUCCESS', mostProcesses: 2 })
  })

  it.each([
    ['portsPerApplication', 'exposedPortsV2', { exposedPortsV2: [1, 2, 3, 4].map((port) => ({ port })) }],
    [
      'rolesPerApplication',
      'roles',
      {
        roles: Object.fromEntries([1, 2, 3, 4].map((key) => [`r${key}`, 'arn:aws:iam::123456789012:role/a'])),
      },
    ],
  ] as const)('gives no application more than its quota of %s', async (name, field, more) => {
    const { dependencies, services, member, application, environment } = await setUp()
    dependencies.quotas[name] = limit
    const message = quotaTable[name].explain(limit)
    const refusal = { code: 'invalid', message, fields: { [field]: message } }
    const input = { ...config, ...more }
    const create = services.applications.createApplication(member, { ...input, applicationName: newName() })
    await expect(create).rejects.toMatchObject(refusal)
    const edit = services.applications.editApplicationConfig(member, { id: application.id, ...input })
    await expect(edit).rejects.toMatchObject(refusal)
    if (!('roles' in more)) return
    const override = services.environments.overrideApplication(member, {
      environmentId: environment.id,
      applicationId: application.id,
      override: false,
      ...more,
    })
    await expect(override).rejects.toMatchObject(refusal)
  })
})
