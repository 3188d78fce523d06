import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws } from '../../tests/builders/simulated-aws'
import type { World } from '../world'
import { LogStreams, mostCharacters, mostLines, mostStreams } from './log-streams'
import { emptyAccount, emptyWorld } from '../state'
import { Scheduler } from '../scheduler'
import { silentLogger } from '../../core/logging/logger'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { defaultTimings } from '../timings'
import { streamFolder } from './stream-storage'

const accountNumber = '111122223333'
const group = '/sdo/a/b'
const at = (stream: string) => ({ accountNumber, group, stream })
const day = 24 * 3600_000

describe('the log streams of the simulated account', () => {
  let folder: string
  let clock: VirtualClock
  let world: World
  let streams: LogStreams
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'streams-'))
    clock = new VirtualClock()
    const state = emptyWorld()
    state.accounts[accountNumber] = {
      ...emptyAccount(accountNumber),
      logGroups: { [group]: { name: group, createdEpoch: 0, retentionDays: 7 } },
    }
    const scheduler = new Scheduler(clock, silentLogger)
    world = { clock, state, scheduler, timings: { ...defaultTimings } } as unknown as World
    streams = await open()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function open(): Promise<LogStreams> {
    const opened = new LogStreams(world, streamFolder(folder))
    await opened.resume()
    return opened
  }
  const put = (stream: string, ...lines: string[]) =>
    streams.put(
      at(stream),
      lines.map((text) => ({ epoch: clock.now(), text })),
    )
  const read = (stream: string, from = streams) => from.read(at(stream), mostLines)?.map(({ text }) => text)

  it('show lines once they are as old as the account takes for it', async () => {
    world.timings.logLagMs = 5000
    await streams.create(at('one'))
    await put('one', 'a')
    await clock.advance(4999)
    expect(read('one')).toEqual([])
    await clock.advance(1)
    expect(read('one')).toEqual(['a'])
  })

  it('are refused to a group that is not found yet', async () => {
    const account = world.state.accounts[accountNumber]
    if (account) account.logGroups[group] = { name: group, createdEpoch: 0, visibleEpoch: clock.now() + 1 }
    await expect(streams.create(at('one'))).rejects.toMatchObject({ kind: 'not-found' })
    await clock.advance(1)
    await streams.create(at('one'))
  })

  it('are there again after a restart, in files that only their owner reads', async () => {
    await streams.create(at('one'))
    await put('one', 'first', 'second')
    expect(read('one', await open())).toEqual(['first', 'second'])
    const [file = ''] = await readdir(folder)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  })

  it('keep the end of what they get, within every bound', async () => {
    await streams.create(at('one'))
    const many = Array.from({ length: mostLines + 10 }, (_, index) => `line ${index}`)
    await put('one', ...many)
    expect(read('one')).toEqual(many.slice(10))
    await put('one', ...Array.from({ length: 20 }, () => 'x'.repeat(mostCharacters / 10)))
    expect(read('one')).toHaveLength(10)
  })

  it('forget what is older than the group keeps it, by the clock of the world', async () => {
    await streams.create(at('one'))
    await put('one', 'old')
    await clock.advance(6 * day)
    await put('one', 'young')
    expect(read('one')).toEqual(['old', 'young'])
    await clock.advance(2 * day)
    expect(read('one')).toEqual(['young'])
    Object.assign(world.state.accounts[accountNumber]?.logGroups[group] ?? {}, { retentionDays: undefined })
    await clock.advance(365 * day)
    expect(read('one')).toEqual(['young'])
  })

  it('are so many at most, those that got something last', async () => {
    await streams.create(at('spoken'))
    for (let number = 0; number < mostStreams - 1; number++) {
      await clock.advance(1)
      await streams.create(at(`silent ${number}`))
    }
    await clock.advance(1)
    await put('spoken', 'still here')
    await clock.advance(1)
    await streams.create(at('new'))
    expect(read('spoken')).toEqual(['still here'])
    expect(read('new')).toEqual([])
    expect(read('silent 0')).toBeUndefined()
    expect(await readdir(folder)).toHaveLength(mostStreams)
  })

  it('are of no use without their group, and go with it', async () => {
    const missing = { ...at('one'), group: '/sdo/missing' }
    await expect(streams.create(missing)).rejects.toMatchObject({ kind: 'not-found' })
    await expect(put('unmade', 'x')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(streams.create(at('a:b'))).rejects.toMatchObject({ kind: 'invalid' })
    await streams.create(at('one'))
    Reflect.deleteProperty(world.state.accounts[accountNumber]?.logGroups ?? {}, group)
    streams.forgetGroup(accountNumber, group)
    expect(read('one')).toBeUndefined()
    expect(read('one', await open())).toBeUndefined()
  })
})

it('deleting a group by hand takes what is in it along', async () => {
  const { aws, account, accountNumber: number } = await buildSimulatedAws()
  await account.logs.createGroup({ name: group, retentionDays: 7 })
  expect(aws.customer.listThings(number).filter(({ kind }) => kind === 'logGroups')).toEqual([
    {
      kind: 'logGroups',
      id: `arn:aws:logs:us-east-1:${number}:log-group:${group}`,
      tags: {},
      owner: 'customer',
    },
  ])
  await aws.customer.deleteThing(number, `arn:aws:logs:us-east-1:${number}:log-group:${group}`)
  expect(await account.logs.hasGroup(group)).toBe(false)
})
