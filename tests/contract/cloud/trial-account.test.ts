import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseInterruption } from '../../../controller/cloud/aws/interruption-message'
import { region } from '../../../core/aws/region'
import { cloudFormationTemplate, suggestedStackName } from '../../../core/roles/cloudformation'
import { requiredRoles } from '../../../core/roles/required-roles'
import { interruptionQueueName, requiredRoleNames } from '../../../core/roles/names'
import { systemClock } from '../../../core/time/clock'
import type { AwsConnection } from '../../../standalone/trial/account/aws-connection'
import { createAwsTrialAccount, readIdentity } from '../../../standalone/trial/account/aws-trial-account'
import type { TrialAccount } from '../../../standalone/trial/account/trial-account'
import { enterAccount } from '../../moto/install-stack'
import { motoPython } from '../../moto/moto-python'
import { startMotoServer, type MotoServer } from '../../moto/moto-server'

const isSkipped = motoPython.missing() !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'
const accountNumber = '123456781234'
const never = new AbortController().signal
const contents = { present: 'the present agent', next: 'the next agent' }

const templateOf = (isNetworkHolder: boolean) =>
  cloudFormationTemplate(
    requiredRoles({
      accountNumber,
      externalId: 'external-id',
      isEnvironmentHolder: true,
      isNetworkHolder,
      platformAccountNumber: accountNumber,
    }),
  )

describe.skipIf(isSkipped)('the owner’s part of a trial, in an account of moto', () => {
  let moto: MotoServer
  let connection: AwsConnection
  let account: TrialAccount
  let folder = ''
  beforeAll(async () => {
    moto = await startMotoServer()
    const { endpoint } = moto
    connection = { region, endpoint, credentials: await enterAccount(endpoint, accountNumber) }
    folder = mkdtempSync(join(tmpdir(), 'sdo-trial-bundles-'))
    const path = (name: string) => join(folder, name)
    for (const [name, content] of Object.entries(contents)) writeFileSync(path(name), content)
    const bundles = { present: path('present'), next: path('next') }
    account = createAwsTrialAccount(connection, accountNumber, bundles, systemClock)
  })
  afterAll(async () => {
    await moto?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is that of the credentials', async () => {
    expect(await readIdentity(connection)).toMatchObject({ accountNumber })
    expect(await account.listLeft()).toEqual([])
  })

  it('applies the role template once and again, and takes it away', async () => {
    await account.installRoles(templateOf(false), never)
    await account.installRoles(templateOf(false), never)
    const before = await account.listLeft()
    expect(before).toContain(`stack ${suggestedStackName}`)
    await account.installRoles(templateOf(true), never)
    const names = (await account.listLeft()).filter((one) => one.startsWith('role '))
    expect(names.sort()).toEqual(requiredRoleNames.map((name) => `role ${name}`).sort())
    await account.removeRoles()
    await account.removeRoles()
    expect(await account.listLeft()).toEqual([])
  })

  it('publishes both bundles by addresses that need no login, and takes them away', async () => {
    const releases = await account.publishAgents(never)
    for (const [name, { url, sha256 }] of Object.entries(releases) as [
      keyof typeof contents,
      typeof releases.next,
    ][]) {
      expect(sha256).toBe(createHash('sha256').update(contents[name]).digest('hex'))
      expect(await (await fetch(url)).text()).toBe(contents[name])
    }
    expect((await account.publishAgents(never)).present.sha256).toBe(releases.present.sha256)
    expect(await account.listLeft()).toEqual(['bucket of the agents'])
    await account.removeAgents()
    await account.removeAgents()
    expect(await account.listLeft()).toEqual([])
  })

  it('makes one network of a range, and takes it away', async () => {
    const id = await account.makeNetwork('10.7.0.0/16', never)
    expect(id).toMatch(/^vpc-/)
    expect(await account.makeNetwork('10.7.0.0/16', never)).toBe(id)
    expect(await account.listLeft()).toEqual(['stack sdo-trial-network'])
    await account.removeNetwork()
    expect(await account.listLeft()).toEqual([])
  })

  it('tells SDO by hand of an instance, as EventBridge would, where there can be no experiment', async () => {
    const sqs = new SQSClient(connection)
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: interruptionQueueName }))
    expect(await account.takeBack('i-0123456789abcdef0', never)).toMatch(
      /^The warning was put into the queue by hand, because there was no experiment: /,
    )
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    expect(Messages.map(({ Body }) => parseInterruption(Body)?.instanceId)).toEqual(['i-0123456789abcdef0'])
    expect(await account.listLeft()).toContain(`queue ${QueueUrl}`)
    await account.removeTakeBack()
    expect(await account.listLeft()).not.toContain('stack of the experiment')
    sqs.destroy()
  })
})
