import type Docker from 'dockerode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationRoleTag, applicationRoleValue } from '../../core/roles/names'
import { eventually } from '../builders/eventually'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { ApiClient } from '../builders/v1-client'
import {
  createEnvironment,
  declareVersion,
  deleteEnvironment,
  deploymentEnds,
  linkAccount,
  signUp,
  untilEnded,
} from '../builders/v1-customer'
import { missingForDocker } from '../docker/docker-programs'
import { useDocker } from '../docker/use-docker'
import { readVerificationCode } from '../e2e/story/mailbox'
import { describeUnlessMissing } from '../kube/use-control-plane'
import { importSamples, languages, missingForSamples } from './samples/languages'
import { printedTrustPolicy } from './samples/printed-program'

const accountNumber = '555566667777'
const email = 'ada@example.com'
const images = languages.map(({ name }) => `samples/${name}:1`).sort()

describeUnlessMissing(missingForDocker() ?? missingForSamples(), 'the programs of the documentation', () => {
  const useDaemon = useDocker(({ docker }) => importSamples(docker))
  const dataDir = createDataDir()
  let sdo: Sdo
  let origin: string
  beforeAll(async () => {
    sdo = new Sdo({
      dataDir,
      flags: ['--empty'],
      environment: { DOCKER_HOST: `unix://${useDaemon().socketPath}` },
    })
    origin = await sdo.ready()
  })
  afterAll(async () => {
    await sdo?.interrupt()
    removeDataDir(dataDir)
  })

  it('get live in SDO, get the credentials of their role, and end by themselves when their environment goes', async () => {
    const { docker } = useDaemon()
    const person = await signUp(origin, { name: 'Ada', email, password: 'correcthorse9battery' }, () =>
      readVerificationCode(origin, email),
    )
    const console = new ApiClient(origin)
    await linkAccount(person, accountNumber, (template) =>
      console.post(`/dev/aws/${accountNumber}/stack`, template),
    )
    await console.post(`/dev/aws/${accountNumber}/role`, {
      name: 'reports',
      assumePolicy: printedTrustPolicy(accountNumber),
      tags: { [applicationRoleTag]: applicationRoleValue },
    })
    const environmentId = await createEnvironment(person)
    await person.post('/v1/deployment/patch/', {
      environmentId,
      applicationVersionIdsToDeploy: await declareAll(person),
      firstDeployWarningApproved: true,
    })
    await untilEnded(person, environmentId, deploymentEnds.LIVE)

    const { loadBalancers } = await person.get<{ loadBalancers: { url: string }[] }>(
      `/v1/view-controller/environment/${environmentId}/resources`,
    )
    expect(loadBalancers).toHaveLength(languages.length)
    for (const { url } of loadBalancers) {
      expect(await (await fetch(url)).text()).toBe('Hello')
      expect(await (await fetch(new URL('/health', url))).text()).toBe('healthy')
    }
    const containers = await docker.listContainers()
    expect(containers.map(({ Image }) => Image).sort()).toEqual(images)
    for (const { Id, Image } of containers)
      await eventually(`${Image} to have credentials`, async () =>
        (await outputOf(docker, Id)).includes('Roles: reports'),
      )

    const ended = await collectExits(docker)
    await deleteEnvironment(person, environmentId)
    // SIGTERM, which is sent to who does not end by itself, would leave another code.
    expect(ended.sort()).toEqual(images.map((image) => `${image} ended with 0`))
  })
})

/** An application with a version of each language. @returns the ids of the versions */
async function declareAll(person: ApiClient): Promise<string[]> {
  const ids: string[] = []
  for (const { name } of languages) {
    const { integrationId } = await person.post<{ integrationId: string }>('/v1/process/', {
      applicationName: name,
      dockerBaseUrl: `samples/${name}`,
      cpuCount: 0.25,
      memoryMb: 200,
      numProcesses: 1,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080 }],
      roles: { reports: `arn:aws:iam::${accountNumber}:role/reports` },
    })
    const version = { dockerImageTag: '1', versionName: '1' }
    ids.push((await declareVersion(person, integrationId, version)).id)
  }
  return ids
}

const outputOf = async (docker: Docker, id: string) =>
  (await docker.getContainer(id).logs({ stdout: true, stderr: true })).toString()

/** Fills a list with how containers end from now on. */
async function collectExits(docker: Docker): Promise<string[]> {
  const ended: string[] = []
  const events = await docker.getEvents({ filters: { type: ['container'], event: ['die'] } })
  events.on('data', (lines: Buffer) => {
    for (const line of lines.toString().trim().split('\n')) {
      const { Actor } = JSON.parse(line) as { Actor: { Attributes: { image: string; exitCode: string } } }
      ended.push(`${Actor.Attributes.image} ended with ${Actor.Attributes.exitCode}`)
    }
  })
  return ended
}
