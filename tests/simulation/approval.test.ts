import { afterEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { Team } from '../../db/models/team'
import type { HumanActor } from '../../app/services/actor/actor'
import { buildPerson } from '../builders/actors'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack, unlessRefused } from './going-back-story'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

afterEach(async () => {
  await Team.destroy({ where: {} })
})

/** A protected environment: somebody deploys and reverts, an admin approves and declines, both stop, while controllers and the store go. */
async function buildStory(seed: number) {
  const story = await buildGoingBack(database.sequelize, { seed, isMirrorBehind: seed % 2 === 0 })
  const { platform, applications, deployments, environmentId, random, person } = story
  const admin = await buildPerson(person.teamId, { name: 'Eve', isAdmin: true })
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const pickOf = async (isSought: (one: Deployment) => boolean) => pick((await story.list()).filter(isSought))
  const isAwaiting = ({ state }: Deployment) => state === AWAITING_APPROVAL
  const asked = new Set<string>()
  const approved = new Set<string>()
  const note = (id: string | undefined) => id !== undefined && asked.add(id)

  const look = async (by: HumanActor, { id }: Deployment) => {
    const { approval } = await deployments.getDeployment(by, { environmentId, deploymentId: id })
    return approval?.environmentVersionsState ?? ''
  }
  const approve = async (one: Deployment, expectedEnvironmentVersionState: string) => {
    const answer = await deployments.approveDeployment(admin, {
      deploymentId: one.id,
      expectedEnvironmentVersionState,
    })
    if (answer.result === 'SUCCESS') approved.add(one.id)
  }
  const deploy = async (tag: string) => note(await story.deploy(pick(applications), tag))

  const things: (() => Promise<unknown>)[] = [
    () => deploy(pick(['1', '2', '3', 'crash-loop'])),
    () => deploy(pick(['1', '2', '3', 'slow'])),
    async () => {
      const past = await pickOf(({ state }) => state === RETIRED)
      if (past) note((await story.revert(past)).id)
    },
    async () => {
      const one = await pickOf(isAwaiting)
      if (one) await approve(one, await look(admin, one))
    },
    async () => {
      // Somebody deploys, and another one is approved, between the admin's look and word.
      const [one, other] = (await story.list()).filter(isAwaiting)
      if (!one || !other) return
      const seen = await look(admin, one)
      await approve(other, await look(admin, other))
      await approve(one, seen)
    },
    async () => {
      const one = await pickOf(isAwaiting)
      if (!one) return
      const seen = await look(admin, one)
      await Promise.all([
        unlessRefused(approve(one, seen)),
        unlessRefused(deployments.stopDeployment(person, one.id)),
        unlessRefused(deploy('1')),
      ])
    },
    async () => {
      const one = await pickOf(isAwaiting)
      if (!one) return
      const seen = await look(admin, one)
      await Promise.all([
        unlessRefused(approve(one, seen)),
        unlessRefused(deployments.declineDeployment(admin, one.id)),
      ])
    },
    async () => {
      const running = await pickOf(({ state }) => state === QUEUED || state === DEPLOYING)
      if (running) await deployments.stopDeployment(person, running.id)
    },
    async () => note((await story.override(pick(applications), 1 + Math.floor(random() * 3))).deploymentId),
    () => platform.loseStore({ isControllerNew: true }),
    () => platform.runFor(Math.round(random() * 30)),
  ]
  return {
    ...story,
    asked,
    approved,
    isAwaiting,
    begin: async () => {
      note(await story.deploy(applications[0], '1'))
      await story.settle()
      await Environment.update({ isProtected: true }, { where: { id: environmentId } })
    },
    act: () => unlessRefused(pick(things)()),
    decideAll: async () => {
      for (const one of (await story.list()).filter(isAwaiting))
        await unlessRefused(
          random() < 0.5
            ? look(admin, one).then((seen) => approve(one, seen))
            : deployments.declineDeployment(admin, one.id),
        )
      for (const one of (await story.list()).filter(isAwaiting))
        await deployments.declineDeployment(admin, one.id)
    },
  }
}

describe('approving, declining, stopping and deploying to a protected environment in any order', () => {
  it.each([1, 2])(
    'runs nothing that was not approved, and loses nothing that was asked for (seed %i)',
    async (seed) => {
      const { platform, asked, approved, isAwaiting, ...story } = await buildStory(seed)
      await story.begin()
      const [first] = await story.list()
      for (let act = 0; act < 14; act++) await story.act()
      await story.decideAll()
      await story.settle()
      await platform.runFor(60)
      await story.settle()

      const list = await story.list()
      const known = new Set(list.map(({ id }) => id))
      expect([...asked].filter((id) => !known.has(id))).toEqual([])
      expect(list.filter(isAwaiting)).toEqual([])
      expect(new Set(list.map(({ sequence }) => sequence)).size).toBe(list.length)
      expect(list.filter(({ state }) => state === LIVE)).toHaveLength(1)
      for (const {
        id,
        kind,
        state,
        message,
        startedAt,
        stoppedBy,
        declinedBy,
        approvedBy,
        sequence,
      } of list) {
        expect([LIVE, FAILED, RETIRED], `${sequence}`).toContain(state)
        if (state === FAILED) expect(message, `${sequence} ${kind}`).not.toBe('')
        if (declinedBy !== null) expect([startedAt, approvedBy], `${sequence}`).toEqual([null, null])
        // Undo waits for nobody.
        const needsApproval = id !== first?.id && kind !== 'undo'
        if (needsApproval && startedAt !== null) expect(approved, `${sequence} ${kind}`).toContain(id)
        if (needsApproval && startedAt === null) expect(stoppedBy ?? declinedBy ?? message).not.toBe('')
      }
      await story.serves()
    },
    240_000,
  )
})
