import { describe, expect, it } from 'vitest'
import { streaming } from '../../tests/builders/cli-surroundings'
import { environments, news, sdo } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'

const past = (sequence: number, state: number) => ({
  id: `d${sequence}`,
  sequence,
  state,
  kind: 'patch',
  message: '',
  createdEpoch: 0,
  isRevertible: false,
})
const approval = {
  environmentVersionsState: 'as-seen',
  canDecline: true,
  canApprove: true,
  unresolvedImages: [{ applicationName: 'shop', image: 'registry/shop', tag: '2', message: 'No login.' }],
}
const view = {
  environmentName: 'Production',
  deployment: { sequence: 4, requestedBy: 'Ada' },
  difference: {
    applications: [
      {
        applicationName: 'shop',
        type: 'change',
        versionName: '2.0',
        previousVersionName: '1.0',
        facts: [{ fact: 'Processes', before: '1', after: '3' }],
        lostPorts: [8080],
      },
      { applicationName: 'mail', type: 'same', facts: [], lostPorts: [] },
    ],
    spotStrategy: { before: 'ALL', after: 'NONE' },
  },
  atMostPerHour: { before: 0.5, after: 1.5 },
  approval,
}
const answers = {
  ...environments,
  'GET /v1/view-controller/environment/e1/deployments': {
    deployments: [past(5, 3), past(4, 5), past(3, 2)],
  },
  'GET /v1/view-controller/environment/e1/history/d4': view,
  'POST /v1/deployment/approve': { result: 'SUCCESS' },
  'POST /v1/deployment/decline': { result: 'SUCCESS' },
}
const sentTo = async (requests: Request[], path: string) =>
  requests.find(({ url }) => url.endsWith(path))?.json() as Promise<unknown>
const answersOf = (more: object) => ({
  ...answers,
  'GET /v1/view-controller/environment/e1/history/d4': { ...view, ...more },
})

describe('approve', () => {
  it('shows what changes before it asks, approves exactly that and waits for its end', async () => {
    const asked: string[] = []
    const seen = await sdo(
      ['approve', 'production'],
      {
        ...answers,
        'GET /v1/deployment/d4/events': streaming(
          { name: 'deployment', data: news(2) },
          { name: 'end', data: {} },
        ),
      },
      {
        hasPerson: true,
        readAnswer: async (question) => {
          asked.push(question)
          return 'yes'
        },
      },
    )
    expect(seen.exitCode).toBe(0)
    expect(asked).toEqual(['Approve this? Type yes: '])
    expect(seen.written).toContain('Deployment 4 to Production, requested by Ada:')
    expect(seen.written).toMatch(/^shop +change +1\.0 +2\.0$/m)
    expect(seen.written).toMatch(/^ +Processes +1 +3$/m)
    expect(seen.written).toMatch(/^ +Port 8080 +answers +stops answering$/m)
    expect(seen.written).toContain('Spot strategy: ALL, then NONE')
    expect(seen.written).toContain('At most $1.50 an hour before traffic and logs, $0.5000 now.')
    expect(seen.written).toContain('No digest is known of registry/shop:2 (shop)')
    expect(seen.written).not.toContain('mail')
    expect(await sentTo(seen.requests, '/approve')).toEqual({
      deploymentId: 'd4',
      expectedEnvironmentVersionState: 'as-seen',
    })
    expect(seen.told).toContain('Deployment 7 to Production: Live')
  })

  it('approves nothing without a yes, from a person or given', async () => {
    const no = { hasPerson: true, readAnswer: async () => 'y' }
    const declined = await sdo(['approve', 'production'], answers, no)
    expect(declined.exitCode).toBe(exitCodes.refused)
    const alone = await sdo(['approve', 'production'], answers)
    expect(alone.exitCode).toBe(exitCodes.usage)
    expect(alone.told).toContain('--yes')
    const asJson = await sdo(['approve', 'production', '--json'], answers, { hasPerson: true })
    expect(asJson.exitCode).toBe(exitCodes.usage)
    for (const { requests } of [declined, alone, asJson])
      expect(await sentTo(requests, '/approve')).toBeUndefined()
    const given = await sdo(['approve', 'production', '4', '--yes', '--no-wait'], answers)
    expect([given.exitCode, await sentTo(given.requests, '/approve')]).toEqual([0, expect.anything()])
  })

  it.each([
    [
      'changed since it was shown',
      { 'POST /v1/deployment/approve': { result: 'STATE_MISSMATCH' } },
      'still waits',
    ],
    [
      'one’s own',
      answersOf({ approval: { ...approval, canApprove: false, whyNot: 'Your own.' } }),
      'Your own.',
    ],
    ['not an admin’s to approve', answersOf({ approval: { ...approval, canApprove: false } }), 'Only admins'],
    ['decided already', answersOf({ approval: undefined }), 'does not wait for approval'],
  ])('refuses one that is %s', async (_why, more, message) => {
    const { exitCode, told } = await sdo(['approve', 'production', '--yes', '--no-wait'], {
      ...answers,
      ...more,
    })
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain(message)
  })
})

describe('decline', () => {
  it('ends the one that waits, and needs one', async () => {
    const { exitCode, written, requests } = await sdo(['decline', 'production'], answers)
    expect([exitCode, await sentTo(requests, '/decline')]).toEqual([0, { deploymentId: 'd4' }])
    expect(written).toBe('Deployment 4 is declined. What runs stays as it is.\n')
    const none = { 'GET /v1/view-controller/environment/e1/deployments': { deployments: [past(3, 2)] } }
    const { exitCode: refused, told } = await sdo(['decline', 'production'], { ...answers, ...none })
    expect(refused).toBe(exitCodes.refused)
    expect(told).toContain('Production has no deployment that waits for approval.')
  })
})
