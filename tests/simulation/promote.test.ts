import { afterEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { DomainError } from '../../core/errors'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Application } from '../../db/models/application'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { Team } from '../../db/models/team'
import { buildPerson } from '../builders/actors'
import { buildApplication, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'
import { buildPlatform } from './platform'
import { buildDependencies } from '../builders/dependencies'
import { createServices } from '../../app/services/services'

const database = useTestDatabase()

afterEach(async () => {
  await Team.destroy({ where: {} })
})

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates
const seeds = 3
const acts = 12

/** Versions by application, in the order of their ids. */
type Contents = [string, string][]

async function contentsOf({ environmentVersionId }: Deployment): Promise<Contents> {
  const version = await EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })
  return version.applications.map(({ applicationId, versionId }) => [applicationId, versionId])
}

async function buildStory(seed: number) {
  const platform = await buildPlatform({ sequelize: database.sequelize, environments: 2, seed })
  const { dependencies } = buildDependencies(database.sequelize)
  const deployments = createServices({ ...dependencies, clock: platform.clock }).deployments
  const { teamId } = platform.account
  const person = await buildPerson(teamId)
  const [staging, production] = platform.rows as [Environment, Environment]
  const applications = [await buildApplication(teamId, 'Shop'), await buildApplication(teamId, 'Api')]
  const random = seededRandom(seed)
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item
  /** What each promotion that was accepted has to make of the target. */
  const promised = new Map<string, Contents>()
  let refused = 0

  const deploy = async (environment: Environment, application: Application, tag: string) => {
    const { id } = await buildVersion(application, tag)
    await deployments.patchDeployment(person, {
      environmentId: environment.id,
      applicationVersionIdToDeploy: id,
      firstDeployWarningApproved: true,
    })
  }

  const look = () => deployments.getPromoteView(person, production.id)
  let looked = await look()
  const promote = async () => {
    const [candidate] = looked.promoteCandidates
    if (!candidate) return
    const live = await Deployment.findOne({
      where: { environmentId: staging.id, state: LIVE },
      rejectOnEmpty: true,
    })
    const { id, result } = await deployments.promoteDeployment(person, {
      environmentVersionId: candidate.environmentVersionId,
      expectedEnvironmentVersionState: looked.environmentVersionsState,
      targetEnvironmentId: production.id,
      firstDeployWarningApproved: true,
    })
    const isFresh = live.environmentVersionId === candidate.environmentVersionId
    expect(result).toBe(isFresh ? 'SUCCESS' : 'STATE_MISSMATCH')
    if (id) promised.set(id, await contentsOf(live))
    else refused += 1
  }

  const things: (() => Promise<unknown>)[] = [
    () => deploy(staging, pick(applications), pick(['1', '2', '3', 'crash-loop'])),
    () => deploy(production, pick(applications), pick(['1', '2', 'crash-loop', 'missing'])),
    () =>
      deployments.patchDeployment(person, {
        environmentId: pick([staging, production]).id,
        applicationIdToRemove: pick(applications).id,
      }),
    async () => (looked = await look()),
    promote,
    promote,
    async () => {
      const victim = pick(platform.living().filter(({ market }) => market === 'spot'))
      if (victim) await platform.aws.interrupt(platform.accountNumber, victim.id)
    },
    () => platform.loseStore({ isControllerNew: true }),
    () => platform.runFor(Math.round(random() * 40)),
    () => platform.runFor(Math.round(random() * 20)),
  ]

  const isSettled = async () => (await Deployment.count({ where: { state: [QUEUED, DEPLOYING] } })) === 0

  return {
    platform,
    production,
    promised,
    numRefused: () => refused,
    begin: () => deploy(staging, pick(applications), '1'),
    act: () =>
      pick(things)().catch((error: unknown) => {
        // What cannot be removed is not there.
        if (!(error instanceof DomainError)) throw error
      }),
    settle: () => platform.runUntil('everything has ended', isSettled, 4000),
    /** Somebody who looked before the source changed promotes it. */
    promoteTooLate: async () => {
      looked = await look()
      const [shop] = applications
      if (shop) await deploy(staging, shop, '2')
      await platform.runUntil('the source has changed', isSettled, 4000)
      await promote()
    },
    promoteAtLast: async () => {
      looked = await look()
      await promote()
    },
  }
}

describe('promotions among deployments, interruptions and losses', () => {
  it(`make of the target exactly what the source ran, or change nothing (${seeds} seeds)`, async () => {
    const outcomes = new Map<number, number>()
    let refused = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const { platform, production, promised, ...story } = await buildStory(seed)
      await story.begin()
      await story.settle()
      for (let act = 0; act < acts; act++) await story.act()
      await story.settle()
      await story.promoteTooLate()
      await story.promoteAtLast()
      await story.settle()

      const ended = await Deployment.findAll({
        where: { environmentId: production.id },
        order: [['sequence', 'ASC']],
      })
      for (const deployment of ended) {
        const { id, state, promotedFrom } = deployment
        const expected = promised.get(id)
        expect(promotedFrom !== null, `seed ${seed}`).toBe(expected !== undefined)
        if (!expected) continue
        outcomes.set(state ?? -1, (outcomes.get(state ?? -1) ?? 0) + 1)
        // One that fails as well ran nothing else; the same versions may be ill in the target too.
        expect(await contentsOf(deployment), `seed ${seed}`).toEqual(expected)
      }
      const live = ended.filter(({ state }) => state === LIVE)
      expect(live, `seed ${seed}`).toHaveLength(1)
      await platform.runUntil('what is live serves', async () => {
        const wanted = await EnvironmentVersion.findByPk(live[0]?.environmentVersionId ?? '', {
          rejectOnEmpty: true,
        })
        const tags = wanted.applications.flatMap(({ tag, count }) => Array<string>(count).fill(tag)).sort()
        return JSON.stringify(platform.serving(production.id)) === JSON.stringify(tags)
      })
      refused += story.numRefused()
      await Team.destroy({ where: {} })
    }
    expect(outcomes.get(LIVE)).toBe(seeds)
    expect((outcomes.get(RETIRED) ?? 0) + (outcomes.get(FAILED) ?? 0)).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  }, 240_000)
})
