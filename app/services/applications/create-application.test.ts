import { containerSettingsOf, healthCheckOf, warningsOf } from '../../../core/application/run-settings'
import { describe, expect, it } from 'vitest'
import { configFields } from '../../../core/application/config/fields'
import { messages } from '../../messages/messages'
import { refusalsOf } from '../../../tests/builders/deployment-core'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildApplicationBench } from '../../../tests/builders/application-bench'

const database = useTestDatabase()
const setUp = () => buildApplicationBench(database.sequelize)
const registryCredentials = 'arn:aws:ssm:us-east-1:123456789012:parameter/sdo/registries/ghcr'
const config = { cpuCount: '0.25', memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }

describe('createApplication', () => {
  it('creates an application as it was described', async () => {
    const { applications, team } = await setUp()
    const { id, integrationId } = await applications.createApplication(team.member, {
      ...config,
      applicationName: ' Api ',
      exposedPortsV2: [{ port: '8080', subdomain: 'API' }, { port: '' }],
      roles: { reader: 'arn:aws:iam::123456789012:role/reader' },
      registryCredentials: ` ${registryCredentials} `,
    })
    expect(await applications.getApplicationConfig(team.admin, id)).toEqual({
      id,
      applicationName: 'Api',
      type: 'GENERAL',
      cpuCount: 0.25,
      memoryMb: 300,
      dockerBaseUrl: 'sdo/sample',
      numProcesses: 1,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080, subdomain: 'api' }],
      roles: { reader: 'arn:aws:iam::123456789012:role/reader' },
      registryCredentials,
      healthCheck: healthCheckOf({}),
      container: containerSettingsOf({}),
      warnings: warningsOf({}),
      environmentVariables: {},
      secrets: {},
      revision: expect.any(String) as string,
    })
    const { applications: list } = await applications.listApplications(team.member)
    expect(list.map(({ name }) => name)).toEqual(['Api', 'Shop'])
    expect(integrationId).not.toBe(id)
  })

  it.each([
    [{ applicationName: ' ' }, 'applicationName', messages.processNameMissing.text],
    [{ applicationName: '1st' }, 'applicationName', messages.invalidName.text],
    [{ cpuCount: 0 }, 'cpuCount', configFields.cpu.missing],
    [{ memoryMb: '' }, 'memoryMb', configFields.cpu.missing],
    [{ numProcesses: 0 }, 'numProcesses', configFields.count.missing],
    [{ dockerBaseUrl: '' }, 'dockerBaseUrl', configFields.image.missing],
    [
      { exposedPortsV2: [{ port: 1, subdomain: 'a-' }] },
      'exposedPortsV2.0.subdomain',
      messages.subdomainEndsWithHyphen.text,
    ],
  ])('refuses %j at its field', async (fault, field, message) => {
    const { applications, team } = await setUp()
    const input = { ...config, applicationName: 'Api', ...fault }
    await expect(applications.createApplication(team.member, input)).rejects.toMatchObject({
      code: 'invalid',
      message,
      fields: { [field]: message },
    })
  })

  it('lets one of two people who take a name at once have it', async () => {
    const { applications, team } = await setUp()
    const outcomes = await refusalsOf([
      applications.createApplication(team.admin, { ...config, applicationName: 'Api' }),
      applications.createApplication(team.member, { ...config, applicationName: 'API' }),
    ])
    expect(outcomes.sort()).toEqual(['conflict', undefined])
  })

  it('makes one application of a form that is sent twice at once', async () => {
    const { applications, team } = await setUp()
    const form = { ...config, applicationName: 'Api', submissionId: 'form-1' }
    const [first, second] = await Promise.all([
      applications.createApplication(team.admin, form),
      applications.createApplication(team.admin, form),
    ])
    expect(first).toEqual(second)
  })
})

describe('an application of a type that environments do not run', () => {
  it('is not created, and gets no versions, and it is said why', async () => {
    const { applications, team, application } = await setUp()
    await expect(
      applications.createApplication(team.member, { ...config, applicationName: 'Lambda', type: 'LAMBDA' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: { type: messages.processTypeUnsupported('LAMBDA').text },
    })
    await application.update({ type: 'LAMBDA' })
    const version = { integrationId: application.integrationId, dockerImageTag: '1' }
    await expect(applications.declareVersion(team.member, version)).rejects.toMatchObject({
      code: 'invalid',
      message: messages.processTypeUnsupported('LAMBDA').text,
    })
  })
})
