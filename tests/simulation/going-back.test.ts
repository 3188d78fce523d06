import { afterEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { Team } from '../../db/models/team'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack, unlessRefused } from './going-back-story'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates

afterEach(async () => {
  await Team.destroy({ where: {} })
})

const seeds = [1, 2, 3]
const acts = 14

const contentsOf = async (environmentVersionId: string | null): Promise<string> => {
  const version = await EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })
  return JSON.stringify(version.applications)
}

/** Application to version of what an environment ran. */
const versionsOf = async (environmentVersionId: string | null): Promise<string> => {
  const version = await EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })
  return JSON.stringify(
    version.applications.map(({ applicationId, versionId }) => [applicationId, versionId]),
  )
}

/** Somebody who deploys, promotes, reverts, stops, retries and changes settings in any order, while instances go, processes fall ill and each controller dies after some calls. */
async function buildStory(seed: number) {
  const story = await buildGoingBack(database.sequelize, {
    seed,
    isMirrorBehind: seed % 2 === 0,
    hasSource: true,
    mostCalls: 150,
  })
  const { platform, applications, person, deployments, random } = story
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  /** Every deployment that somebody was told is queued. */
  const asked = new Set<string>()
  const note = ({ id }: { id?: string }) => id !== undefined && asked.add(id)
  /** What each promotion that was accepted has to make of the environment. */
  const promised = new Map<string, string>()
  let seen = await story.lookAtSource()
  const promote = async () => {
    if (!seen) return
    const { id } = await deployments.promoteDeployment(person, seen)
    note({ id })
    if (id) promised.set(id, await versionsOf(seen.environmentVersionId))
  }

  const pickOf = async (isSought: (one: Deployment) => boolean) => pick((await story.list()).filter(isSought))
  const things: (() => Promise<unknown>)[] = [
    async () => note({ id: await story.deploy(pick(applications), pick(['1', '2', '3', 'crash-loop'])) }),
    async () => note({ id: await story.deploy(pick(applications), pick(['1', '2', '3', 'slow'])) }),
    async () => {
      const past = await pickOf(({ state }) => state === RETIRED)
      if (past) note(await story.revert(past))
    },
    async () => {
      const past = await pickOf(({ state }) => state === RETIRED)
      const look = past && (await story.look(past))
      note({ id: await story.deploy(pick(applications), pick(['1', '2'])) })
      // Whoever looked before somebody else asked is told so.
      if (look) expect((await deployments.revertDeployment(person, look)).result).toBe('STATE_MISSMATCH')
    },
    () => story.deploy(pick(applications), pick(['1', '2', '3', 'crash-loop']), story.source?.id),
    async () => void (seen = await story.lookAtSource()),
    promote,
    async () => {
      seen = await story.lookAtSource()
      await promote()
    },
    async () => {
      const running = await pickOf(({ state }) => state === QUEUED || state === DEPLOYING)
      if (running) await deployments.stopDeployment(person, running.id)
    },
    async () => {
      const failed = await pickOf(({ state }) => state === FAILED)
      if (failed) note(await deployments.retryDeployment(person, { deploymentId: failed.id }))
    },
    () => story.override(pick(applications), 1 + Math.floor(random() * 3)),
    () => story.setSpotStrategy(pick(['ALL', 'NONE'])),
    async () => {
      const { id } = pick(applications)
      platform.agents.setIll(id, true)
      await platform.runFor(30)
      platform.agents.setIll(id, false)
    },
    async () => {
      const victim = pick(platform.living().filter(({ market }) => market === 'spot'))
      if (victim) await platform.aws.interrupt(platform.accountNumber, victim.id)
    },
    () => platform.loseStore({ isControllerNew: true }),
    () => platform.runFor(Math.round(random() * 30)),
  ]
  return {
    ...story,
    asked,
    promised,
    begin: async () => {
      note({ id: await story.deploy(applications[0], '1') })
      await story.deploy(applications[1], '2', story.source?.id)
      await story.settle()
      seen = await story.lookAtSource()
    },
    act: () => unlessRefused(pick(things)()),
    fillQueue: async () => {
      for (let index = 0; index < 10; index++)
        await unlessRefused(
          (async () =>
            note({ id: await story.deploy(applications[index % 2] ?? applications[0], pick(['1', '2'])) }))(),
        )
    },
  }
}

describe('deploying, promoting, reverting, stopping, retrying and undoing in any order, whenever controllers die', () => {
  it.each(seeds)(
    'loses nothing that was asked for, and ends with something that was (seed %i)',
    async (seed) => {
      const { platform, asked, promised, ...story } = await buildStory(seed)
      await story.begin()
      for (let act = 0; act < acts; act++) await story.act()
      await story.fillQueue()
      for (let act = 0; act < 3; act++) await story.act()
      await story.settle()
      await platform.runFor(60)
      await story.settle()

      const list = await story.list()
      const known = new Set(list.map(({ id }) => id))
      expect([...asked].filter((id) => !known.has(id))).toEqual([])
      for (const { kind, state, message, stoppedBy, sequence } of list) {
        expect([LIVE, FAILED, RETIRED], `${sequence}`).toContain(state)
        if (state === FAILED) expect(message, `${sequence} ${kind}`).not.toBe('')
        if (state === FAILED && stoppedBy) expect(message).toContain(stoppedBy)
      }
      expect(list.map(({ sequence }) => sequence)).toEqual(list.map((_one, index) => index + 1))
      expect(list.filter(({ state }) => state === LIVE)).toHaveLength(1)

      const undos = list.filter(({ kind }) => kind === 'undo')
      expect(new Set(undos.map(({ aboutId }) => aboutId)).size).toBe(undos.length)
      for (const { aboutId } of undos)
        expect(list.find(({ id }) => id === aboutId)?.kind, 'an undo of an undo').not.toBe('undo')
      for (const { kind, state, restoresVersionId, environmentVersionId } of list)
        if (restoresVersionId && state !== FAILED && kind !== 'undo')
          expect(await contentsOf(environmentVersionId)).toBe(await contentsOf(restoresVersionId))
      for (const { id, state, promotedFrom, environmentVersionId } of list) {
        if (promotedFrom && state !== FAILED && promised.has(id))
          expect(await versionsOf(environmentVersionId)).toBe(promised.get(id))
      }
      expect(platform.deaths()).toBeGreaterThan(10)
      await story.serves()
    },
    240_000,
  )
})
