import { afterEach, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { AuditEntry } from '../../db/models/audit-entry'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { Team } from '../../db/models/team'
import { buildPerson } from '../builders/actors'
import { useTestDatabase } from '../postgres/test-database'
import { buildGoingBack } from './going-back-story'

const database = useTestDatabase()
const { LIVE, RETIRED, FAILED } = deploymentStates
const digest = (digit: string) => `sha256:${digit.repeat(64)}`

afterEach(async () => {
  await Team.destroy({ where: {} })
})

/** A protected environment that serves version 1, and an admin who looks at what waits and approves it. */
async function buildStory() {
  const story = await buildGoingBack(database.sequelize)
  const { platform, applications, deployments, environmentId, person } = story
  const [shop] = applications
  const { agents } = platform
  const admin = await buildPerson(person.teamId, { name: 'Eve', isAdmin: true })
  agents.digests.set('1', digest('1'))
  await story.deploy(shop, '1')
  await story.settle()
  await Environment.update({ isProtected: true }, { where: { id: environmentId } })
  const view = (deploymentId: string) => deployments.getDeployment(admin, { environmentId, deploymentId })
  const approvalOf = async (deploymentId: string) => (await view(deploymentId)).approval
  return {
    ...story,
    shop,
    agents,
    admin,
    view,
    approvalOf,
    approve: (deploymentId: string, expectedEnvironmentVersionState: string) =>
      deployments.approveDeployment(admin, { deploymentId, expectedEnvironmentVersionState }),
    isResolved: (deploymentId: string) =>
      platform.runUntil('the registry was asked', async () =>
        ((await approvalOf(deploymentId))?.unresolvedImages ?? []).every(
          ({ message }) => message !== undefined,
        ),
      ),
    find: (id: string) => Deployment.findByPk(id, { rejectOnEmpty: true }),
    /** Until nothing else is asked for any more: an image of a tag, as bytes or as whatever it means. */
    runsAlone: (tag: string, bytes: string | undefined) =>
      platform.runUntil(`${tag} runs alone`, () => {
        const running = agents.running()
        return running.length > 0 && running.every((one) => one.tag === tag && one.digest === bytes)
      }),
  }
}

it('what an admin approved is what runs, wherever its tag moves between asking and the pull, and after that', async () => {
  const { agents, platform, deploy, shop, isResolved, view, approve, ...story } = await buildStory()
  agents.digests.set('2', digest('a'))
  const id = await deploy(shop, '2')
  await isResolved(id)
  agents.digests.set('2', digest('b'))
  await platform.runFor(120)

  const { approval, difference } = await view(id)
  expect(approval?.unresolvedImages).toEqual([])
  expect(difference.applications[0]?.facts).toContainEqual({ fact: 'Image digest', after: digest('a') })
  expect(await approve(id, approval?.environmentVersionsState ?? '')).toEqual({ result: 'SUCCESS' })
  await story.settle()
  await story.serves()
  expect(await story.find(id)).toMatchObject({ state: LIVE, approvedDigests: { [shop.id]: digest('a') } })
  await story.runsAlone('2', digest('a'))
  const entry = await AuditEntry.findOne({ where: { action: 'deployment.approve', targetId: id } })
  expect(entry?.after).toMatchObject({ imageDigests: { [shop.id]: digest('a') } })

  // Going back to it later brings the same bytes, although nobody is to resolve its tag again.
  const other = await deploy(shop, '3')
  await isResolved(other)
  await approve(other, (await story.approvalOf(other))?.environmentVersionsState ?? '')
  await story.settle()
  expect((await story.find(id)).state).toBe(RETIRED)
  const { id: back = '' } = await story.revert(await story.find(id))
  await approve(back, (await story.approvalOf(back))?.environmentVersionsState ?? '')
  await story.settle()
  await story.serves()
  await story.runsAlone('2', digest('a'))
})

it('an approval without the digest that is known by now approves nothing', async () => {
  const { agents, deploy, shop, isResolved, approvalOf, approve } = await buildStory()
  agents.digests.set('2', digest('a'))
  const id = await deploy(shop, '2')
  const early = await approvalOf(id)
  expect(early?.unresolvedImages).toEqual([{ applicationName: 'Shop', image: shop.image, tag: '2' }])
  await isResolved(id)
  expect(await approve(id, early?.environmentVersionsState ?? '')).toEqual({ result: 'STATE_MISSMATCH' })
})

it('an image of which no registry tells a digest is said to be so, asked for again, and approved as its tag alone', async () => {
  const { agents, platform, deploy, shop, isResolved, approvalOf, approve, ...story } = await buildStory()
  agents.registryFault = 'the registry cannot be reached'
  const [first, second] = [await deploy(shop, '2'), await deploy(shop, '3')]
  await isResolved(first)
  const approval = await approvalOf(first)
  expect(approval?.unresolvedImages).toMatchObject([{ tag: '2', message: 'the registry cannot be reached.' }])
  expect(await approve(first, approval?.environmentVersionsState ?? '')).toEqual({ result: 'SUCCESS' })
  agents.digests.set('2', digest('b'))
  agents.digests.set('3', digest('c'))
  agents.registryFault = undefined
  await story.settle()
  await story.runsAlone('2', undefined)
  await platform.runUntil(
    'it is known later',
    async () => (await approvalOf(second))?.unresolvedImages.length === 0,
    90,
  )
  await story.deployments.declineDeployment(story.admin, second)
  expect((await story.find(second)).state).toBe(FAILED)
  await platform.runUntil('it is forgotten', async () => {
    const { status } = await Environment.findByPk(story.environmentId, { rejectOnEmpty: true })
    return status?.resolvedImages === undefined
  })
})
