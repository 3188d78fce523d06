import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildInstance, buildProcess } from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { Dependencies } from '../dependencies'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { createServices } from '../services'

const database = useTestDatabase()
const group = '/sdo/Production-1/Shop-1'

/** An environment that runs a process of `Shop`, in version `v1`. */
async function setUp(changes: Partial<Dependencies> = {}) {
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  const deployment = await buildDeployment(environment, [await buildVersion(application)])
  const processId = randomUUID()
  const process = buildProcess(processId, {
    applicationId: application.id,
    deployment: deployment.id,
    message: 'GET /health answered 503.',
    outputFault: 'There is no log group.',
  })
  const logGroups = [
    { applicationId: randomUUID(), name: '/sdo/Production-1/Other-1', isMade: true },
    { applicationId: application.id, name: group, isMade: true },
  ]
  const instances = [buildInstance('a')]
  await environment.update({ status: buildEnvironmentStatus({ processes: [process], instances, logGroups }) })
  const { dependencies } = buildDependencies(database.sequelize)
  const services = createServices({ ...dependencies, ...changes }).environments
  const ask = (id: string = processId, actor = team.member) =>
    services.getProcessOutput(actor, { environmentId: environment.id, processId: id })
  return { ...team, account, environment, application, processId, services, ask }
}

describe('the processes of an environment', () => {
  it('are listed with what each is, where it is and how it is', async () => {
    const { services, member, environment, application, processId } = await setUp()
    const { processes, nextCursor } = await services.listRunningProcesses(member, { id: environment.id })
    expect(nextCursor).toBeNull()
    expect(processes).toEqual([
      {
        id: processId,
        applicationId: application.id,
        applicationName: 'Shop',
        versionName: 'v1',
        phase: 'Serving',
        instanceId: 'i-a',
        startedEpoch: 0,
        restarts: 0,
        message: 'GET /health answered 503.',
        outputFault: 'There is no log group.',
      },
    ])
  })

  it('are listed in parts', async () => {
    const { services, member, environment, application } = await setUp()
    const ids = Array.from({ length: 5 }, (_, index) => `process-${index}`)
    const processes = ids.map((id) =>
      buildProcess(id, { applicationId: application.id, deployment: randomUUID() }),
    )
    await environment.update({ status: buildEnvironmentStatus({ processes }) })
    const first = await services.listRunningProcesses(member, { id: environment.id, limit: 3 })
    const cursor = first.nextCursor ?? ''
    const rest = await services.listRunningProcesses(member, { id: environment.id, limit: 3, cursor })
    expect([...first.processes, ...rest.processes].map(({ id }) => id)).toEqual(ids)
    expect(rest.nextCursor).toBeNull()
  })

  it('are those of the own team only', async () => {
    const { services, environment, ask } = await setUp()
    const stranger = (await buildTeam()).member
    const listed = services.listRunningProcesses(stranger, { id: environment.id })
    await expect(listed).rejects.toMatchObject({ code: 'not-found' })
    await expect(ask(undefined, stranger)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('where the output of a process is', () => {
  it('is a stream in the group of its application, with its page in the console of AWS', async () => {
    const { ask, processId } = await setUp()
    const output = await ask()
    expect(output.log).toEqual({
      group,
      stream: processId,
      consoleUrl: expect.stringMatching(
        /^https:\/\/us-east-1\.console\.aws\.amazon\.com\/.*Shop-1/,
      ) as string,
    })
    expect(output.process).toMatchObject({ id: processId, outputFault: 'There is no log group.' })
  })

  it('has no page in the console where the account is a simulated one', async () => {
    const { ask, processId } = await setUp({ isSimulated: true })
    expect((await ask()).log).toEqual({ group, stream: processId })
  })

  it('is not known of a process that has ended, and there is none with no id of a process', async () => {
    const { ask } = await setUp()
    const ended = await ask(randomUUID())
    expect([ended.process, ended.log]).toEqual([undefined, undefined])
    for (const id of ['', 'a:b', '../x']) await expect(ask(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is nowhere yet where no log group was decided on', async () => {
    const { ask, environment } = await setUp()
    const { processes } = environment.status ?? {}
    await environment.update({ status: buildEnvironmentStatus({ processes }) })
    expect((await ask()).log).toBeUndefined()
  })
})
