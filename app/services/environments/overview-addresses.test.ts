import { beforeEach, describe, expect, it } from 'vitest'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
beforeEach(async () => (build = await buildOverviewBench(database.sequelize)))

const overview = () => build.environments.getEnvironmentOverview(build.team.member, build.id)

describe('the overview of an environment', () => {
  it('tells each address once, also where it is a name that answers on HTTPS', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [
          {
            ...port,
            loadBalancerId: 'lb',
            url: 'http://one.test:8080',
            https: { loadBalancerId: 'lb', phase: 'Open', certificateIds: ['c'], url: 'https://one.test' },
          },
        ],
        dns: {
          records: [
            {
              ...port,
              hostedZone: 'zone',
              name: 'shop.example.com',
              phase: 'Present',
              target: { dnsName: 'one.test', zoneId: 'Z' },
            },
          ],
        },
      }),
    })
    const { applications } = await overview()
    expect(applications.map(({ urls }) => urls)).toEqual([['https://shop.example.com']])
  })

  it('tells a wildcard beside the address, and makes no address of it', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    const target = { dnsName: 'one.test', zoneId: 'Z' }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [{ ...port, loadBalancerId: 'lb', url: 'http://one.test:8080' }],
        dns: {
          records: [{ ...port, hostedZone: 'zone', name: '*.example.com', phase: 'Present', target }],
        },
      }),
    })
    const { applications } = await overview()
    expect(applications).toMatchObject([{ urls: ['http://one.test:8080'], wildcards: ['*.example.com'] }])
  })

  it('tells a wildcard alone once it answers on HTTPS, for which the address that AWS gave has no certificate', async () => {
    const { environment, application, id, environments, team } = build
    const { id: deployment } = await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    const target = { dnsName: 'one.test', zoneId: 'Z' }
    const https = {
      loadBalancerId: 'lb',
      phase: 'Open' as const,
      certificateIds: ['c'],
      url: 'https://one.test',
    }
    const record = { ...port, hostedZone: 'zone', phase: 'Present' as const, target }
    const show = async (...names: string[]) => {
      await environment.update({
        status: buildEnvironmentStatus({
          loadBalancers: [{ ...port, loadBalancerId: 'lb', url: 'http://one.test', https }],
          dns: { records: names.map((name) => ({ ...record, name })) },
        }),
      })
      const { applications } = await overview()
      const { loadBalancers } = await environments.getEnvironmentResources(team.member, id)
      const { urls } = await build.environments.getRequestedDeployment(team.member, deployment)
      return [applications[0]?.urls, applications[0]?.wildcards, loadBalancers[0]?.urls, urls]
    }
    expect(await show('*.example.com')).toEqual([[], ['*.example.com'], [], []])
    const named = ['https://shop.example.com']
    expect(await show('*.example.com', 'shop.example.com')).toEqual([named, ['*.example.com'], named, named])
    expect(await show()).toEqual([['http://one.test'], undefined, ['http://one.test'], ['http://one.test']])
  })
})
