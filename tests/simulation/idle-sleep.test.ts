import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createServices } from '../../app/services/services'
import { sleepIdle } from '../../app/services/idle-sleep/sleep-idle'
import { collectRequests } from '../../controller/usage/collect-requests'
import { sleepLines } from '../../core/environment-log/sleep-lines'
import { silentLogger } from '../../core/logging/logger'
import { minuteMilliseconds as minute } from '../../core/time/durations'
import { AuditEntry } from '../../db/models/audit-entry'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { Team } from '../../db/models/team'
import { keepRequestsRead } from '../../db/queries/idle'
import { keepRequests } from '../../db/queries/request-spans'
import { buildDependencies } from '../builders/dependencies'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'

const database = useTestDatabase()

afterEach(async () => {
  await Team.destroy({ where: {} })
})

/** An environment that serves, with its requests read each five minutes, and a portal that looks each minute. */
async function setUp() {
  const { sequelize } = database
  const { platform, environmentId: id, ...story } = await buildGoingBack(sequelize)
  const { aws, clock, store, accountNumber, living } = platform
  await story.deploy(story.applications[0], '1')
  await story.settle()
  const dependencies = { ...buildDependencies(sequelize).dependencies, clock }
  const { environments } = createServices(dependencies)
  await environments.setEnvironmentChoice(story.person, { id, name: 'requestMetrics', value: 'CLOUDWATCH' })
  await environments.setDeploymentRule(story.person, { id, name: 'sleepAfterMinutes', value: 15 })

  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const [account] = await store.list('AwsAccount')
  let known = await store.list('Environment')
  void collectRequests(
    {
      environments: () => known,
      accessOf: () => account?.spec,
      metricsOf: (access) => aws.account(access).metrics,
      keep: (spans) => keepRequests(sequelize, spans),
      keepRead: (read) => keepRequestsRead(sequelize, read),
      clock,
      log: silentLogger,
    },
    stopping.signal,
  )
  return {
    ...{ ...story, id, clock, environments },
    isGone: () => living().length === 0,
    isServing: () => platform.serving(id).length > 0,
    row: () => Environment.findByPk(id, { rejectOnEmpty: true }),
    async request() {
      const { status } = await Environment.findByPk(id, { rejectOnEmpty: true })
      const [{ loadBalancerId = '', targetGroupId = '' } = {}] = status?.loadBalancers ?? []
      const served = { epoch: clock.now(), count: 1, milliseconds: 5 }
      await aws.serveRequests(accountNumber, { loadBalancerId, targetGroupId, ...served })
    },
    async runUntil(what: string, condition: () => boolean, minutes: number) {
      let lookedEpoch = 0
      const look = async () => {
        if (clock.now() - lookedEpoch < minute) return condition()
        lookedEpoch = clock.now()
        known = await store.list('Environment')
        await sleepIdle(dependencies)
        return condition()
      }
      const began = clock.now()
      await platform.runUntil(what, look, minutes * 60)
      return (clock.now() - began) / minute
    },
  }
}

describe('an environment that is to sleep after a quarter of an hour without requests', () => {
  it('serves while requests come, sleeps without them though it is asked for its health, and serves again once it is woken', async () => {
    const bench = await setUp()
    const { id, clock, environments, person, isGone, isServing } = bench
    const pass = async (minutes: number) => {
      const end = clock.now() + minutes * minute
      await bench.runUntil('some minutes are over', () => clock.now() >= end, minutes + 1)
    }
    for (let request = 1; request <= 3; request++) {
      await bench.request()
      await pass(10)
      expect(isServing()).toBe(true)
    }
    expect((await bench.row()).sleep).toBeNull()
    // Its last figure ends within five minutes, and is known within ten.
    const took = await bench.runUntil('its instances are gone', isGone, 30)
    expect(took).toBeGreaterThan(5)
    expect((await bench.row()).status).toMatchObject({ sleep: { isAsleep: true, by: 'idle' } })
    const told = await LogMessage.findAll({ where: { environmentId: id, code: sleepLines.asleep.code } })
    expect(told.map(({ message }) => message)).toEqual([
      'The environment fell asleep after a time without requests. Its processes and instances stop.',
    ])
    expect(await AuditEntry.count({ where: { action: 'environment.sleep', actorKind: 'system' } })).toBe(1)

    await bench.request()
    await pass(15)
    expect(isGone()).toBe(true)

    await environments.wakeEnvironment(person, id)
    await bench.runUntil('it serves', isServing, 10)
    await pass(14)
    expect(isServing()).toBe(true)
    await bench.runUntil('it sleeps again', isGone, 20)
    expect((await bench.row()).status).toMatchObject({ sleep: { isAsleep: true, by: 'idle' } })
  }, 240_000)
})
