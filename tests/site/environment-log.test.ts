import { describe, expect, it } from 'vitest'
import { recordAudit } from '../../app/services/audit/record-audit'
import { deploymentStates } from '../../core/resources/wire-states'
import { LogMessage } from '../../db/models/log-message'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())
const start = 1_700_000_000_000

async function setUp(email: string, count = 1) {
  const browser = await server.signUp(email)
  const user = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount(user))
  const version = await buildVersion(await buildApplication(user.teamId))
  const deployment = await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
  await deployment.update({ requestedBy: user.id, startedAt: new Date(start + 1000) })
  const line = (sequence: number) => ({
    environmentId: environment.id,
    sequence,
    createdAt: new Date(start + sequence),
  })
  const info = { severity: 'INFO' as const }
  await LogMessage.bulkCreate([
    ...Array.from({ length: count }, (_, index) => ({
      ...line(index + 1),
      ...info,
      type: 'network' as const,
      message: `Network line ${index + 1}.`,
    })),
    { ...line(1000), ...info, type: 'deployment', message: 'Deployment begun.' },
    { ...line(1001), severity: 'ERROR', type: 'deployment', message: 'It went wrong.' },
  ])
  const page = `/portal/environments/detail?id=${environment.id}&name=Production&tab=logs`
  const open = async (more = '') => (await browser.open(page + more)).text
  return { browser, open, deployment, user, environment }
}

describe('the log of an environment', () => {
  it('has everything, the newest line first, with the deployment and who had asked for it', async () => {
    const { open, deployment, user, environment } = await setUp('whole-log@example.com')
    const text = await open()
    const positions = ['It went wrong.', 'Deployment begun.', 'Network line 1.'].map((words) =>
      text.indexOf(words),
    )
    expect(positions.every((position) => position > 0)).toBe(true)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expect(text).toContain('Network line 1.')
    expect(text).toContain(
      `href="/portal/environments/deployment?id=${environment.id}&amp;deploymentId=${deployment.id}"`,
    )
    expect(text).toContain(`, requested by ${user.name}`)
    expect(text).toContain('content="5"')
  })

  it('tells among its lines what people did to the environment, but not among errors and deployments', async () => {
    const { open, user, environment } = await setUp('acts-in-log@example.com')
    await recordAudit(
      { clock: { now: () => start + 1 } },
      { kind: 'human', userId: user.id, teamId: user.teamId, name: 'Ada', email: 'acts-in-log@example.com' },
      { action: 'environment.correct', target: environment },
    )
    const told = 'Ada (acts-in-log@example.com) checked for drift.'
    const whole = await open()
    expect(whole.indexOf('Network line 1.')).toBeGreaterThan(0)
    expect(whole).toContain(told)
    expect(await open('&part=network')).toContain(told)
    expect(await open('&part=deployment')).not.toContain(told)
    expect(await open('&severity=ERROR')).not.toContain(told)
  })

  it('shows errors alone, or one part, as the address says', async () => {
    const { open } = await setUp('filtered-log@example.com')
    const errors = await open('&severity=ERROR')
    expect(errors).toContain('It went wrong.')
    expect(errors).not.toContain('Deployment begun.')
    const network = await open('&part=network')
    expect(network).toContain('Network line 1.')
    expect(network).not.toContain('It went wrong.')
    const none = await open('&part=network&severity=ERROR')
    expect(none).toContain('No such line was logged.')
    expect(await open('&part=nonsense&before=nonsense')).toContain('Network line 1.')
  })

  it('is told to a page as it is logged, by the same stream as programs have', async () => {
    const { browser, environment } = await setUp('followed-log@example.com', 3)
    const read = async (more: string) => {
      const answer = await browser.open(`/portal/environments/log-events?id=${environment.id}${more}`)
      return { answer, lines: [...answer.text.matchAll(/^event: log\nid: (\d+)\ndata: (.*)$/gm)] }
    }
    const { answer, lines } = await read('&after=3')
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(lines.map(([, id]) => id)).toEqual(['1000', '1001'])
    expect(JSON.parse(lines[0]?.[2] ?? '')).toMatchObject({ message: 'Deployment begun.', severity: 'INFO' })
    expect(answer.text).toContain('event: status')
    expect((await read('&after=0&severity=ERROR')).lines.map(([, id]) => id)).toEqual(['1001'])
    expect((await read('&after=1&part=network')).lines.map(([, id]) => id)).toEqual(['2', '3'])
    expect((await read('')).lines).toEqual([])
    const stranger = await server.signUp('stranger-to-log@example.com')
    const refused = await stranger.open(`/portal/environments/log-events?id=${environment.id}`)
    expect(refused.status).toBe(404)
  })

  it('leads to older lines and back', async () => {
    const { open } = await setUp('long-log@example.com', 600)
    const newest = await open()
    expect(newest).not.toContain('Network line 102.')
    expect(newest).toContain('Network line 103.')
    const [, link = ''] = /href="[^"]*(&amp;before=\d+)"[^>]*>Older lines</.exec(newest) ?? []
    const older = await open(link.replaceAll('&amp;', '&'))
    expect(older).toContain('Network line 102.')
    expect(older).not.toContain('Network line 103.')
    expect(older).not.toContain('Older lines')
    expect(older).toContain('Newest lines')
  })
})
