import { expect, it } from 'vitest'
import { environment, sdo } from '../../tests/builders/sdo-command'

const failing = { statusType: 'FAILURE', statusMessage: 'The role is gone.' }

/** What `sdo status` and `sdo envs` tell of an environment that is like this. */
async function told(state: object, application: object, overview: object = {}) {
  const answers = {
    'GET /v1/view-controller/environment': { environments: [{ ...environment, ...state }] },
    'GET /v1/view-controller/environment/e1/deployments': { deployments: [] },
    'GET /v1/view-controller/environment/e1/status': {
      statusType: 'READY',
      statusMessage: '',
      isDeleting: false,
      ...state,
    },
    'GET /v1/view-controller/environment/e1/overview': {
      applications: [
        {
          applicationId: 'a1',
          applicationName: 'shop',
          numHealthy: 2,
          numWanted: 2,
          urls: [],
          ...application,
        },
      ],
      costPerHour: { instances: 0, loadBalancers: 0, total: 0 },
      ...overview,
    },
  }
  const [one, list] = [await sdo(['status', 'Production'], answers), await sdo(['envs'], answers)]
  return { one: one.written, list: list.written }
}

it('an environment in which everything serves needs attention, and has not failed', async () => {
  const { one, list } = await told({ ...failing, needsAttention: true }, {})
  expect(one).toContain('Production: Needs attention. The role is gone.')
  expect(list).toContain('Needs attention')
  const unhealthy = await told(failing, {})
  expect(unhealthy.one).toContain('Production: Unhealthy. The role is gone.')
  expect(unhealthy.list).not.toContain('Needs attention')
})

it('an application of which a process keeps crashing is unstable, also while all are healthy', async () => {
  expect((await told({}, { isUnstable: true })).one).toContain('2/2 UNSTABLE')
  expect((await told({}, {})).one).not.toContain('UNSTABLE')
})

it('an application whose schedule wants some says how many, and until when by its clock', async () => {
  const schedule = { processes: 5, untilEpoch: Date.parse('2026-11-27T19:00:00Z'), timeZone: 'Europe/Berlin' }
  const { one } = await told({}, { schedule })
  expect(one).toContain(
    'shop: at least 5 processes by its schedule, until Fri 27 Nov, 20:00 Europe/Berlin.\n',
  )
})

it('an application that is scaled says between which numbers, and where that is not enough', async () => {
  const scaling = { min: 1, max: 3, targetPercentage: 60 }
  expect((await told({}, { scaling })).one).toContain('shop: scales from 1 to 3, target 60 % CPU.\n')
  const short = await told({}, { scaling: { ...scaling, isShort: true } })
  expect(short.one).toContain('target 60 % CPU. It needs more than 3.\n')
  const byMemory = { min: 1, max: 3, targetMemoryPercentage: 70 }
  expect((await told({}, { scaling: byMemory })).one).toContain('to 3, target 70 % memory.\n')
  const byBoth = { ...scaling, ...byMemory, usedMeasure: 'memory', usedPercentage: 88 }
  expect((await told({}, { scaling: byBoth })).one).toContain(
    'target 60 % CPU and 70 % memory. Its number is by 88 % memory.\n',
  )
  const byAll = { ...byBoth, targetRequests: 1_200, usedMeasure: 'requests', usedRequests: 1_500 }
  expect((await told({}, { scaling: byAll })).one).toContain(
    'target 60 % CPU, 70 % memory and 1,200 requests per process and minute. Its number is by 1,500 requests per process and minute.\n',
  )
  expect((await told({}, {})).one).not.toContain('scales')
})

it('an environment that sleeps says since when and until when, and one with a schedule when it will', async () => {
  const since = Date.parse('2026-11-26T19:00:00Z')
  const next = Date.parse('2026-11-27T07:00:00Z')
  const toldOf = async (sleep: object) => (await told({}, {}, { sleep })).one
  expect(await toldOf({ isAsleep: true, sinceEpoch: since, nextEpoch: next })).toContain(
    'Asleep since 2026-11-26T19:00:00.000Z, wakes at 2026-11-27T07:00:00.000Z\n',
  )
  expect(await toldOf({ isAsleep: true, sinceEpoch: since })).toContain('Wake it with sdo wake.\n')
  expect(await toldOf({ isAsleep: true, sinceEpoch: since, by: 'idle' })).toContain(
    'Asleep since 2026-11-26T19:00:00.000Z after a time without requests. Wake it with sdo wake.\n',
  )
  expect(await toldOf({ isAsleep: false, nextEpoch: next })).toContain('Falls asleep at 2026-11-27T07')
  expect(await toldOf({ isAsleep: false })).not.toMatch(/asleep/i)
})
