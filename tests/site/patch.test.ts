import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentMessages } from '../../app/messages/deployment-messages'
import { messages } from '../../app/messages/messages'
import { ApplicationVersion } from '../../db/models/application-version'
import { deploymentStates } from '../../core/resources/wire-states'
import { Deployment } from '../../db/models/deployment'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { hiddenFields } from '../builders/browser'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const versions: ApplicationVersion[] = []
  for (const name of ['Api', 'Shop', 'Worker'])
    versions.push(await buildVersion(await buildApplication(teamId, name)))
  const path = `/portal/environments/create-deployment?id=${environment.id}&name=Production`
  const { text } = await browser.open(path)
  /** What a browser sends: the select of each row, and the ticked rows. */
  const send = (rows: number[], more: Record<string, string> = {}) => {
    const fields = new URLSearchParams({ ...hiddenFields(text, 'deploy'), ...more })
    fields.delete('applicationId')
    for (const { id, applicationId } of versions) {
      fields.append('applicationId', applicationId)
      fields.append('versionId', id)
    }
    for (const row of rows) fields.append('ticked', versions[row]?.applicationId ?? String(row))
    return browser.send(path, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    })
  }
  const queued = () => Deployment.findAll({ where: { environmentId: environment.id } })
  return { browser, environment, teamId, path, text, versions, send, queued }
}

/** The applications that are ticked on a page. */
const tickedIn = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<input[^>]*name="ticked"[^>]*>/g)]
    .filter(([input]) => input.includes('checked=""'))
    .map(([input]) => /value="([^"]*)"/.exec(input)?.[1])

describe('the applications of the Patch tab', () => {
  it('have the newest version chosen that did not fail here, and none where all did', async () => {
    const { browser, environment, path, versions } = await setUp('failed@example.com')
    const [api] = versions
    if (!api) throw new Error('No version')
    const chosen = async () => {
      const { text } = await browser.open(path)
      const [, options = ''] = /<select[^>]*name="versionId"[^>]*>(.*?)<\/select>/s.exec(text) ?? []
      return (
        /<option[^>]*selected[^>]*>([^<]*)/.exec(options)?.[1] ?? /<option[^>]*>([^<]*)/.exec(options)?.[1]
      )
    }
    const newer = await ApplicationVersion.create({
      id: randomUUID(),
      applicationId: api.applicationId,
      name: 'newer',
      dockerTag: 'newer',
      createdAt: new Date(Date.now() + 1_000),
    })
    expect(await chosen()).toMatch(/^newer/)
    await buildDeployment(environment, [newer], deploymentStates.FAILED)
    expect(await chosen()).toMatch(/^v1/)
    expect((await browser.open(path)).text).toContain('ago · failed in deployment 1')
    await buildDeployment(environment, [api], deploymentStates.FAILED)
    expect(await chosen()).toBe('Choose a version')
  })

  it('are ticked, and deployed as one deployment once the cost is confirmed', async () => {
    const { text, versions, send, queued } = await setUp('several@example.com')
    expect(text.match(/name="ticked"/g)).toHaveLength(3)
    const unconfirmed = await send([0, 2])
    expect(unconfirmed.text).toContain(deploymentMessages.costWarning.text)
    expect(tickedIn(unconfirmed.text)).toEqual([versions[0]?.applicationId, versions[2]?.applicationId])
    expect(await queued()).toEqual([])
    expect((await send([0, 2], { firstDeployApproved: 'on' })).status).toBe(302)
    const [deployment, ...others] = await queued()
    expect(others).toEqual([])
    expect(deployment?.changes).toEqual(
      [versions[0], versions[2]].map((version) => ({
        type: 'add',
        applicationId: version?.applicationId,
        versionId: version?.id,
      })),
    )
  })

  it('are refused while none is ticked, and a row that is not there is passed over', async () => {
    const { send, queued } = await setUp('none@example.com')
    for (const rows of [[], [99], [-1], [0.5]]) {
      const refused = await send(rows, { firstDeployApproved: 'on' })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(messages.versionNotSelected.text)
    }
    expect(await queued()).toEqual([])
  })

  it('are shown again when a version of them was cleaned out in between, with the others still ticked', async () => {
    const { send, queued, versions } = await setUp('cleaned-out@example.com')
    await versions[0]?.destroy()
    const refused = await send([0, 2], { firstDeployApproved: 'on' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(messages.versionGone.text)
    expect(tickedIn(refused.text)).toEqual([versions[2]?.applicationId])
    expect(await queued()).toEqual([])
  })

  it('can be filtered by name once there are more than ten, and are then deployed as they are shown', async () => {
    const { browser, environment, teamId, versions, path, queued } = await setUp('filter@example.com')
    expect((await browser.open(path)).text).not.toContain('Filter of Applications')
    for (const number of Array(8).keys()) await buildApplication(teamId, `Other ${number}`)
    expect((await browser.open(path)).text).toContain('Filter of Applications')
    const filtered = await browser.open(`${path}&filter=work`)
    expect(filtered.text.match(/name="ticked"/g)).toHaveLength(1)
    expect(filtered.text).toContain(`<input type="hidden" name="id" value="${environment.id}"`)
    await browser.post(`${path}&filter=work`, {
      ...hiddenFields(filtered.text, 'deploy'),
      ticked: versions[2]?.applicationId ?? '',
      versionId: versions[2]?.id ?? '',
      firstDeployApproved: 'on',
    })
    expect((await queued()).map(({ changes }) => changes)).toMatchObject([[{ versionId: versions[2]?.id }]])
  })

  it('are narrowed to the one that somebody chose to deploy, which is ticked', async () => {
    const { browser, environment, path, teamId, versions } = await setUp('one@example.com')
    await buildVersion(await buildApplication(teamId, 'Shopping'))
    await buildDeployment(environment, versions)
    const overview = await browser.open(`/portal/environments/detail?id=${environment.id}&name=Production`)
    const link = `application=${versions[1]?.applicationId}&filter=Shop`
    expect(overview.text.replaceAll('&amp;', '&')).toContain(
      `create-deployment?id=${environment.id}&name=Production&${link}`,
    )
    const { text } = await browser.open(`${path}&${link}`)
    expect(text.match(/name="ticked"/g)).toHaveLength(2)
    expect(tickedIn(text)).toEqual([versions[1]?.applicationId])
  })
})
