import { describe, expect, it } from 'vitest'
import { buildPerson } from '../../tests/builders/actors'
import { buildApiClient } from '../../tests/builders/api-client'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import {
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'

const database = useTestDatabase()
const seven = [1, 2, 3, 4, 5, 6, 7]

/** A team with seven of everything that a list may have many of, and where each list is. */
async function setUp() {
  const team = await buildTeam()
  const application = await buildApplication(team.teamId, 'app 1')
  for (const number of seven.slice(1)) await buildApplication(team.teamId, `app ${number}`)
  for (const number of seven) await buildVersion(application, `v${number}`)
  for (const number of seven.slice(2)) await buildPerson(team.teamId, { name: `Person${number}` })
  const environment = await buildEnvironment(await buildReadyAccount(team))
  for (let made = 0; made < seven.length; made++) await buildQueuedDeployment(environment, [])
  const lists = {
    applications: '/view-controller/process',
    versions: `/view-controller/process/${application.id}/versions`,
    humanUsers: '/view-controller/user',
    deployments: `/view-controller/environment/${environment.id}/deployments`,
  }
  return { ...buildApiClient(database.sequelize), team, lists }
}

type Answer = Record<string, { id: string }[]> & { nextCursor: string | null }

describe('a list of /v1 that may be long', () => {
  it('is answered in parts of at most `limit`, each with the cursor of the next, in the order of the whole', async () => {
    const { call, team, lists } = await setUp()
    for (const [name, path] of Object.entries(lists)) {
      const whole = (await call(team.admin, 'GET', path)).body as Answer
      expect(whole[name], path).toHaveLength(7)
      expect(whole.nextCursor, path).toBeNull()
      const parts: { id: string }[][] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = new URLSearchParams({ limit: '3', ...(cursor && { cursor }) })
        const { body } = await call(team.admin, 'GET', `${path}?${query.toString()}`)
        parts.push((body as Answer)[name] ?? [])
        cursor = (body as Answer).nextCursor
      }
      expect(
        parts.map(({ length }) => length),
        path,
      ).toEqual([3, 3, 1])
      expect(parts.flat(), path).toEqual(whole[name])
    }
  })

  it.each(['limit=0', 'limit=201', 'limit=1.5', 'limit=x', 'cursor=nonsense'])(
    'refuses %s',
    async (query) => {
      const { call, team, lists } = await setUp()
      for (const path of Object.values(lists))
        expect(await call(team.admin, 'GET', `${path}?${query}`), path).toMatchObject({
          status: 400,
          body: { code: 'invalid' },
        })
    },
  )
})
