import { createRequestHandler } from '@remix-run/node'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { buildApp } from '../builders/app-build'
import type { HumanActor } from '../../app/services/actor/actor'
import type { PageCursors } from '../../app/services/answers/pages'
import type { UserList } from '../../app/services/users/user-views'
import type { FlashMessage } from '../../app/http/request/context'
import { keptPage } from '../../app/http/server/kept-page'
import { narrowBuilds } from '../../app/http/server/narrow-builds'
import { PageMemo } from '../../app/http/server/page-memo'

const build = narrowBuilds(buildApp()).get('/portal/users') as ServerBuild

type UserPage = UserList & Pick<PageCursors, 'previousCursor'>

/** One request: what belongs to it alone, and what its loaders find. */
interface Visit {
  xsrfToken: string
  submission: string
  cspNonce: string
  search: string
  list: UserPage
  flash: FlashMessage | undefined
  announced: number | undefined
  isSignedIn: boolean
}

let submission = ''
let listed: UserPage[] = []
beforeEach(() => {
  listed = []
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => submission as ReturnType<Crypto['randomUUID']>)
})
afterEach(() => vi.restoreAllMocks())

function contextOf({ list, flash, announced, isSignedIn, ...own }: Visit): AppLoadContext {
  const actor = { kind: isSignedIn ? 'human' : 'anonymous', state: 'LOGGED_IN' } as HumanActor
  const services = {
    users: {
      listUsers: async () => {
        listed.push(list)
        return list
      },
    },
    terms: {
      findAnnouncedTerms: async () => announced && { id: 'terms', futureEffectiveEpoch: announced },
    },
  }
  return { ...own, actor, services, log: silentLogger, takeFlash: () => flash } as unknown as AppLoadContext
}

const requestOf = ({ search }: Visit) => new Request(`https://portal.test/portal/users${search}`)

/** The page as Remix renders it, with nothing kept. */
async function render(visit: Visit): Promise<string> {
  submission = visit.submission
  return (await createRequestHandler(build)(requestOf(visit), contextOf(visit))).text()
}

/** Opens pages of one memo. */
function visitor() {
  const answer = keptPage(build, new PageMemo())
  return async (visit: Visit) => {
    submission = visit.submission
    const page = await answer(requestOf(visit), contextOf(visit))
    return { ...page, text: page.body.toString() }
  }
}

const tokens = ['A', 'B', 'C'].map((letter) => letter.repeat(43))
const names = ['Ada', 'Gräfin 🙂', '<script>alert(1)</script>', '"&\'\u2028', 'xsrfToken', '$&', ...tokens]
const name = fc.constantFrom(...names)
const person = fc.record({
  id: fc.constantFrom('1', '2'),
  userId: fc.constant('1'),
  name,
  email: name,
  isAdmin: fc.boolean(),
  isSelf: fc.boolean(),
  state: fc.constantFrom('LOGGED_IN' as const, 'VERIFICATION_NEEDED' as const),
})
const list: fc.Arbitrary<UserPage> = fc.record({
  humanUsers: fc.uniqueArray(person, { selector: ({ id }) => id, maxLength: 2 }),
  integrationUsers: fc.constant([]),
  showAdminControls: fc.boolean(),
  nowEpoch: fc.constantFrom(0, 60_000),
  nextCursor: fc.constantFrom(null, 'next'),
  previousCursor: fc.constantFrom(null, 'previous'),
})
const visit: fc.Arbitrary<Visit> = fc.record({
  xsrfToken: fc.constantFrom(...tokens),
  submission: fc.uuid(),
  cspNonce: fc.base64String({ minLength: 24, maxLength: 24 }),
  search: fc.constantFrom('', '?a=1'),
  list,
  flash: fc.option(fc.record({ message: name, tone: fc.constantFrom('good', 'warn') }), { nil: undefined }),
  announced: fc.option(fc.constant(1_700_000_000_000), { nil: undefined }),
  isSignedIn: fc.constant(true),
})
const ordinary: Visit = {
  xsrfToken: tokens[0] ?? '',
  submission: 'first',
  cspNonce: 'nonce1',
  search: '',
  list: {
    humanUsers: [],
    integrationUsers: [],
    showAdminControls: true,
    nowEpoch: 0,
    nextCursor: null,
    previousCursor: null,
  },
  flash: undefined,
  announced: undefined,
  isSignedIn: true,
}

describe('a kept page', () => {
  it('is what Remix renders for this request, whoever opened which page before', async () => {
    const visits = fc.tuple(
      fc.array(visit, { minLength: 1, maxLength: 3 }),
      fc.array(visit, { maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(visits, async ([people, others]) => {
        const open = visitor()
        // The same people come again, each with tokens of the next one.
        const again = people.map((one, index) => ({
          ...one,
          ...ownOf(people[(index + 1) % people.length] ?? one),
        }))
        for (const one of [...people, ...others, ...again, ...people])
          expect((await open(one)).text).toBe(await render(one))
      }),
      { numRuns: 12 },
    )
  }, 30_000)

  it('is rendered once for all who get the same', async () => {
    const renders = vi.spyOn(build.entry.module, 'default')
    const open = visitor()
    await open(ordinary)
    const other = { ...ordinary, xsrfToken: tokens[1] ?? '', submission: 'second', cspNonce: 'nonce2' }
    expect((await open(other)).text).toContain('nonce="nonce2"')
    expect(renders).toHaveBeenCalledTimes(1)
  })

  it.each<[string, Partial<Visit>]>([
    ['the list', { list: { ...ordinary.list, nowEpoch: 15_000 } }],
    ['who may change it', { list: { ...ordinary.list, showAdminControls: false } }],
    ['the message', { flash: { message: 'Done.', tone: 'good' } }],
    ['announced terms', { announced: 1 }],
    ['the address', { search: '?a=1' }],
  ])('is rendered anew when there is other data: %s', async (_what, change) => {
    const renders = vi.spyOn(build.entry.module, 'default')
    const open = visitor()
    await open(ordinary)
    await open(ordinary)
    expect(renders).toHaveBeenCalledTimes(1)
    await open({ ...ordinary, ...change })
    expect(renders).toHaveBeenCalledTimes(2)
  })

  it('asks for its data at every request, once', async () => {
    const open = visitor()
    for (let time = 0; time < 3; time++) await open(ordinary)
    expect(listed).toHaveLength(3)
  })

  it('leads on whom its loader sends elsewhere, also after others saw it', async () => {
    const open = visitor()
    await open(ordinary)
    const { status, headers, body } = await open({ ...ordinary, isSignedIn: false })
    expect([status, Object.fromEntries(headers)['location'], body.length]).toEqual([
      302,
      '/login?to=%2Fportal%2Fusers',
      0,
    ])
  })

  it('is not kept when it failed', async () => {
    const open = visitor()
    const failing = { ...ordinary, list: {} as UserPage }
    expect((await open(failing)).status).toBe(500)
    expect((await open(failing)).status).toBe(500)
    expect((await open(ordinary)).status).toBe(200)
  })
})

const ownOf = ({ xsrfToken, submission, cspNonce }: Visit) => ({ xsrfToken, submission, cspNonce })
