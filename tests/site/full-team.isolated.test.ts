import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { apiTable } from '../../app/api/table'
import { buildExampleCalls } from '../builders/example-calls'
import { buildTeam, type TestTeam } from '../builders/deployment-core'
import { addStrangers, fillTeam } from '../builders/full-team'
import { longestTurn } from '../builders/longest-turn'
import { mostHeld } from '../builders/most-held'
import { serveTeam } from '../builders/served-team'
import { watchScans, type Scan } from '../postgres/read-plans'
import { useTestDatabase } from '../postgres/test-database'
import { addressOf, handleOf, leaves, nameOf } from './page-addresses'
import { opens, outcomesOf, states } from './page-outcomes'
import { buildSample } from './page-sample'

// React as production runs it: its development build takes ten times as long for a table.
vi.hoisted(() => {
  process.env.NODE_ENV = 'production'
})

/** Megabytes that a call or a page may hold: a pod has 768 for all that it does at once. */
const mostMegabytes = 64
/** Longer than this nobody waits for somebody else's request. */
const longestMilliseconds = 100
/** A table with no more rows than a team has of a thing is read quickest as a whole. */
const mostScanned = 2_000

const database = useTestDatabase()
let takeScans: () => Scan[]
let calls: Awaited<ReturnType<typeof buildExampleCalls>>
let team: TestTeam
let sample: Awaited<ReturnType<typeof buildSample>>

beforeAll(async () => {
  const { sequelize } = database
  team = await buildTeam()
  sample = await buildSample(team.teamId)
  calls = await buildExampleCalls(sequelize)
  for (const { teamId } of [team, calls.admin]) await fillTeam(sequelize, teamId)
  await addStrangers(sequelize, team.teamId)
  takeScans = await watchScans(sequelize, mostScanned)
}, 300_000)

/** Reads an answer to its end and keeps nothing of it: what a reader holds is not what the app holds. */
const drain = async ({ body }: Response) => body?.pipeTo(new WritableStream())

/** The addresses of the other tabs of a page. */
function tabsIn(html: string, page: string): string[] {
  const [path] = page.split('?')
  const links = [...html.matchAll(/ href="([^"]*[?&;]tab=[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return [...new Set(links)].filter((link) => link.startsWith(`${path}?`))
}

/** What `work` takes that others would feel. Whatever may be too much is looked at again: compiling and garbage may have been in it. */
async function costOf(work: () => Promise<unknown>): Promise<string[]> {
  takeScans()
  let milliseconds = Infinity
  let megabytes = await mostHeld(async () => {
    milliseconds = await longestTurn(work, longestMilliseconds)
  }, mostMegabytes)
  const scans = takeScans()
  if (megabytes > mostMegabytes) megabytes = await mostHeld(work, mostMegabytes)
  return [
    ...(megabytes > mostMegabytes ? [`holds ${Math.round(megabytes)} MB`] : []),
    ...(milliseconds > longestMilliseconds ? [`holds everybody up for ${Math.round(milliseconds)} ms`] : []),
    ...scans.map(({ table, rows, statement }) => `reads ${rows} rows of ${table}: ${statement.trim()}`),
  ]
}

describe('with every quota of a team full', () => {
  it.each(
    leaves
      // Events have tests of their own: they end when their reader leaves.
      .filter(({ module }) => module.default)
      .map(({ id }) => ({ id, name: nameOf(id) }))
      .filter(({ id, name }) => outcomesOf(name, handleOf(id)).get?.[states.indexOf('admin')] === opens),
  )(
    'a page costs nobody else anything: $name',
    async ({ id }) => {
      const { address, headers, close } = await serveTeam(database, { team })
      onTestFinished(close)
      const page = addressOf(id, sample)
      const text = await (await fetch(address + page, { headers })).text()
      for (const path of [page, ...tabsIn(text, page)]) {
        const read = async () => {
          const answer = await fetch(address + path, { headers, redirect: 'manual' })
          await drain(answer)
          expect([200, 302, 404], path).toContain(answer.status)
          expect(answer.headers.get('location') ?? '', path).not.toMatch(/^\/login/)
        }
        expect(await costOf(read), path).toEqual([])
      }
    },
    60_000,
  )

  it.each(apiTable)(
    'a call costs nobody else anything: $name',
    async ({ method, path }) => {
      const example = calls.exampleOf(method, path)
      const costs = await costOf(() => calls.make(method, path, example, JSON.stringify(example.body)))
      expect(costs, path).toEqual([])
    },
    60_000,
  )
})
