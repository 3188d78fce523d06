import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { ownerTags, type Tags } from '../../core/aws/ownership'
import type { CloudAccount, Instance, Tagged } from './cloud'
import { SharedLooks } from './shared-looks'

const access = { accountNumber: '111122223333', externalId: 'one' }
const environments = ['a', 'b', 'c'] as const
type Name = (typeof environments)[number]
const tagsOf = (name: string): Tags => {
  const { 'sdo:owner': owner = '', 'sdo:environment': environment = '' } = ownerTags(name, '')
  return { 'sdo:owner': owner, 'sdo:environment': environment }
}
const hasTags = ({ tags }: Tagged, wanted: Tags) =>
  Object.entries(wanted).every(([key, value]) => tags[key] === value)

/** An account in which launching makes an instance, and each list is counted. */
function buildAccount() {
  const clock = new VirtualClock()
  const looks = new SharedLooks(clock)
  const there: Tagged[] = []
  const asked: Tags[] = []
  const state = { failure: undefined as Error | undefined, gate: undefined as Promise<void> | undefined }
  const account = {
    instances: {
      async list(tags: Tags) {
        asked.push(tags)
        const found = there.filter((one) => hasTags(one, tags))
        await state.gate
        if (state.failure) throw state.failure
        return found
      },
      async launch({ tags }: { tags: Tags }) {
        there.push({ id: `i-${there.length}`, tags })
      },
    },
    loadBalancers: { delete: async () => undefined },
  } as unknown as CloudAccount
  const enter = (name?: string, longestMilliseconds = 10_000) =>
    looks.open(account, access, name === undefined ? undefined : { name, longestMilliseconds })
  const list = async (name: string) =>
    (await enter(name).instances.list(tagsOf(name))).map(({ id }: Instance) => id)
  const launch = (name: string) => enter(name).instances.launch({ tags: tagsOf(name) } as never)
  return { clock, looks, there, asked, state, account, enter, list, launch }
}

describe('SharedLooks', () => {
  it('asks once for all environments of an account, and gives each what is its own', async () => {
    const { asked, list, launch } = buildAccount()
    for (const name of environments) await launch(name)
    const answers = [await list('a'), await list('b'), await list('c')]
    expect(answers).toEqual([['i-0'], ['i-1'], ['i-2']])
    expect(asked).toEqual([{ 'sdo:owner': 'sdo' }])
  })

  it('asks once for those that ask at the same time', async () => {
    const { asked, list } = buildAccount()
    await Promise.all(environments.map(list))
    expect(asked).toHaveLength(1)
  })

  it('gives nobody the same answer twice, nor one that is too old', async () => {
    const { asked, clock, list } = buildAccount()
    await list('a')
    await list('a')
    expect(asked).toHaveLength(2)
    await clock.advance(10_001)
    await list('b')
    expect(asked).toHaveLength(3)
  })

  it('asks anew after a write to the same port, be it done or under way, and not after one to another', async () => {
    const { asked, list, launch, enter } = buildAccount()
    await list('a')
    await enter('a').loadBalancers.delete('one')
    await list('b')
    expect(asked).toHaveLength(1)
    const launching = launch('c')
    await list('c')
    await launching
    expect(await list('b')).toEqual([])
    expect(asked).toHaveLength(3)
  })

  it('takes no answer from before something happened in the account', async () => {
    const { asked, looks, list } = buildAccount()
    await list('a')
    looks.distrust(access)
    await list('b')
    expect(asked).toHaveLength(2)
  })

  it('always asks for who wants to know how things are, and notes what they write', async () => {
    const { asked, list, enter } = buildAccount()
    await list('a')
    await enter().instances.list(tagsOf('b'))
    expect(asked.at(-1)).toEqual(tagsOf('b'))
    await enter().instances.launch({ tags: tagsOf('b') } as never)
    expect(await list('b')).toEqual(['i-0'])
  })

  it('fails for all that wait for a refusal, and remembers none', async () => {
    const { state, list } = buildAccount()
    state.failure = new Error('Refused.')
    const answers = await Promise.allSettled(environments.map(list))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    state.failure = undefined
    expect(await list('a')).toEqual([])
  })

  it('keeps what one changes in its answer from the others', async () => {
    const { there, launch, enter } = buildAccount()
    await launch('a')
    const [mine] = await enter('a').instances.list({ 'sdo:owner': 'sdo' })
    if (mine) mine.id = 'changed'
    const [theirs] = await enter('b').instances.list({ 'sdo:owner': 'sdo' })
    expect([theirs?.id, there[0]?.id]).toEqual(['i-0', 'i-0'])
  })

  it('shows everybody all that was written through it, and never less than it showed them before', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('list', 'launch'), name: fc.constantFrom(...environments) }),
      fc.record({ kind: fc.constant('pass'), milliseconds: fc.integer({ min: 0, max: 20_000 }) }),
      // What somebody else does in the account, which nobody here knows of.
      fc.record({ kind: fc.constant('foreign'), name: fc.constantFrom(...environments) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, there, list, launch } = buildAccount()
        const written = new Map<Name, string[]>(environments.map((name) => [name, []]))
        const shown = new Map<Name, string[]>(environments.map((name) => [name, []]))
        /** Epochs of what nobody here knows of, by id. */
        const foreign = new Map<string, { name: Name; at: number }>()
        for (const one of steps) {
          if (one.kind === 'pass' && 'milliseconds' in one) await clock.advance(one.milliseconds)
          if (!('name' in one)) continue
          const { name } = one
          if (one.kind === 'launch') {
            await launch(name)
            written.get(name)?.push(there.at(-1)?.id ?? '')
          } else if (one.kind === 'foreign') {
            const id = `i-${there.length}`
            there.push({ id, tags: tagsOf(name) })
            foreign.set(id, { name, at: clock.monotonic() })
          } else {
            const now = await list(name)
            expect(now).toEqual(expect.arrayContaining(written.get(name) ?? []))
            expect(now).toEqual(expect.arrayContaining(shown.get(name) ?? []))
            for (const [id, { name: owner, at }] of foreign)
              if (owner === name && clock.monotonic() - at > 10_000) expect(now).toContain(id)
            shown.set(name, now)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
