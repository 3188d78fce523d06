import { describe, expect, it } from 'vitest'
import { answering, buildSurroundings, json, silent, streaming } from '../../tests/builders/cli-surroundings'
import { url, token, signedIn, environments, applications, news, sdo } from '../../tests/builders/sdo-command'
import type { DeploymentNews } from '../api/wire'
import { exitCodes } from '../exit-codes'
import { run } from '../run'

describe('deploy', () => {
  const queued = {
    'POST /v1/deployment/patch': { result: 'SUCCESS', id: 'd1', showFirstDeployWarning: false },
  }
  const all = { ...environments, ...applications, ...queued }
  const deploy = ['deploy', 'shop', '1.0', '--env', 'production']
  const events = (...states: DeploymentNews[]) => ({
    'GET /v1/deployment/d1/events': streaming(
      ...states.map((data, index) => ({ name: 'deployment', id: String(index), data })),
      { name: 'end', data: {} },
    ),
  })

  it('waits until it is live, a line for each step', async () => {
    const { exitCode, told, requests } = await sdo(deploy, {
      ...all,
      ...events(news(0), news(1), news(1), news(2)),
    })
    expect(exitCode).toBe(0)
    expect(told).toBe(
      'Deployment 7 to Production: Queued\nDeployment 7 to Production: Deploying\nDeployment 7 to Production: Live\n',
    )
    const sent = requests.find(({ url }) => url.endsWith('/patch'))
    expect(await sent?.json()).toMatchObject({ environmentId: 'e1', applicationVersionIdToDeploy: 'v1' })
  })

  const outcome = {
    'GET /v1/application/deployment/d1': {
      page: `${url}/portal/deployment`,
      urls: ['http://shop.example.com/'],
      costPerHour: 0.5,
    },
  }

  it('ends with the address on stdout, and what the environment costs', async () => {
    const { written, told } = await sdo(deploy, { ...all, ...outcome, ...events(news(2)) })
    expect(written).toBe('http://shop.example.com/\n')
    expect(told).toContain('Production costs $0.5000 an hour before traffic and logs.')
  })

  it('ends with 7 where a name of what it brought is taken, and says by what, also in JSON', async () => {
    const message = 'The name www.example.com is taken by a record of type A with 192.0.2.7.'
    const [path = '', live] = Object.entries(outcome)[0] ?? []
    const taken = { [path]: { ...live, unansweredNames: [{ name: 'www.example.com', message }] } }
    for (const more of [[], ['--json']]) {
      const { exitCode, told } = await sdo([...deploy, ...more], { ...all, ...taken, ...events(news(2)) })
      expect(exitCode).toBe(exitCodes.nameTaken)
      expect(told).toContain(message)
    }
  })

  describe('with --watch-undo', () => {
    const watched = [...deploy, '--watch-undo']
    const looks = (...answers: object[]) => ({
      'GET /v1/application/deployment/d1': () =>
        json({
          page: `${url}/portal/deployment`,
          urls: [],
          unansweredNames: [],
          costPerHour: 0.5,
          ...(answers.length > 1 ? answers.shift() : answers[0]),
        }),
    })
    const undoneBy = { sequence: 8, reason: 'A process crashed 3 times.' }

    it('ends with 8 where it went live and was undone, with by what and why, also in JSON', async () => {
      for (const more of [[], ['--json']]) {
        const answers = looks(
          { watchSecondsLeft: 90 },
          { watchSecondsLeft: 90 },
          { watchSecondsLeft: 85 },
          { undoneBy },
        )
        const { exitCode, told, written, slept } = await sdo([...watched, ...more], {
          ...all,
          ...answers,
          ...events(news(1), news(2)),
        })
        expect(exitCode).toBe(exitCodes.undone)
        expect(told).toContain(
          'Deployment 7 went live and was undone by deployment 8. A process crashed 3 times.',
        )
        expect(slept).toEqual([5000, 5000])
        if (more.length > 0)
          expect(JSON.parse(written.trim().split('\n').at(-1) ?? '')).toEqual({ id: 'd1', undoneBy })
      }
    })

    it('waits until it would no longer be undone, and then ends as without', async () => {
      const answers = looks({ watchSecondsLeft: 200 }, { watchSecondsLeft: 200 }, { watchSecondsLeft: 3 }, {})
      const { exitCode, told, slept } = await sdo(watched, { ...all, ...answers, ...events(news(2)) })
      expect([exitCode, slept]).toEqual([0, [5000, 3000]])
      expect(told).toContain('Watching it for 3 minutes: if it becomes unhealthy, SDO rolls it back.')
      expect(told).toContain('It was not rolled back.')
    })

    it('says so and ends where nothing is undone, such as the first deployment', async () => {
      const { exitCode, told } = await sdo(watched, { ...all, ...looks({}), ...events(news(2)) })
      expect(exitCode).toBe(0)
      expect(told).toContain('Nothing to watch')
    })

    it('is refused beside --no-wait before anything is queued', async () => {
      const { exitCode, told, requests } = await sdo([...watched, '--no-wait'], all)
      expect([exitCode, requests]).toEqual([exitCodes.usage, []])
      expect(told).toContain('Leave one of them out.')
    })
  })

  it('goes on with the newer deployment that took its place while it waited', async () => {
    const superseded = { ...news(3, 'Superseded by deployment 8 before its turn came.'), supersededBy: 'd2' }
    const live = { ...news(2), id: 'd2', sequence: 8 }
    const { exitCode, told } = await sdo(deploy, {
      ...all,
      ...events(news(0), superseded),
      'GET /v1/deployment/d2/events': streaming(
        { name: 'deployment', id: '1', data: live },
        { name: 'end', data: {} },
      ),
    })
    expect(exitCode).toBe(0)
    expect(told).toContain('Superseded by deployment 8')
    expect(told).toContain('Deployment 8 to Production: Live')
  })

  it('says where to look when it failed', async () => {
    const { told, written } = await sdo(deploy, { ...all, ...outcome, ...events(news(3, 'No.')) })
    expect(told).toContain(`See ${url}/portal/deployment`)
    expect(written).toBe('')
  })

  it('says a state once where the message repeats it', async () => {
    const { told } = await sdo(deploy, { ...all, ...events({ ...news(2), message: 'Live' }) })
    expect(told).toBe('Deployment 7 to Production: Live\n')
    const late = { ...news(2), message: 'Live. It served already when it was to be stopped.' }
    expect((await sdo(deploy, { ...all, ...events(late) })).told).toBe(
      'Deployment 7 to Production: Live, It served already when it was to be stopped.\n',
    )
  })

  it('draws one line again and again on a terminal', async () => {
    const { told } = await sdo(
      deploy,
      { ...all, ...events(news(1), news(2)) },
      {
        columns: 30,
        options: { url, token, configFolder: '/none', isPlain: false },
      },
    )
    const draw = (line: string) => `\r\u001b[2KDeployment 7 to Production: ${line}`
    expect(told).toBe(`${draw('D')}${draw('L')}${draw('Live')}\n`)
  })

  it('ends with 1 and what the process printed when it failed', async () => {
    const failed = { ...news(3, 'It was not healthy.'), output: ['no such file'] }
    const { exitCode, told } = await sdo(deploy, { ...all, ...events(news(1), failed) })
    expect(exitCode).toBe(exitCodes.deploymentFailed)
    expect(told).toContain('Failed, It was not healthy.\nLast output of the process:\n  no such file\n')
    expect(told.match(/It was not healthy/g)).toHaveLength(1)
  })

  it('obeys nothing that the name of an environment has for the terminal', async () => {
    const evil = { ...news(3, 'No.'), environmentName: 'Pro\u001b]0;owned\u0007' }
    const { told } = await sdo(deploy, { ...all, ...events(evil) })
    expect(told).toContain('What serves in Pro')
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it('prints what changed as one JSON object a line', async () => {
    const { written } = await sdo([...deploy, '--json'], { ...all, ...events(news(1), news(2)) })
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as DeploymentNews).state),
    ).toEqual([1, 2])
  })

  it('goes on after the last event when the stream breaks off', async () => {
    const parts = [
      streaming({ name: 'deployment', id: 'one', data: news(1) }),
      events(news(2))['GET /v1/deployment/d1/events'],
    ]
    const { surroundings, seen } = buildSurroundings((request) =>
      request.url.endsWith('/events')
        ? (parts.shift()?.() ?? json({}, 500))
        : answering({ ...signedIn, ...all })(request),
    )
    Object.assign(surroundings.options, { url, token })
    expect(await run(surroundings, deploy, '1')).toBe(0)
    const streams = seen.requests.filter((each) => each.url.endsWith('/events'))
    expect(streams.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'one'])
  })

  it('says that the deployment goes on when the login ends before it', async () => {
    const parts = [
      streaming({ name: 'deployment', id: 'one', data: news(1) }),
      () => json({ message: 'Log in.', code: 'unauthenticated', requestId: 'r1' }, 401),
    ]
    const { exitCode, told } = await sdo(deploy, {
      ...all,
      'GET /v1/deployment/d1/events': () => parts.shift()?.(),
    })
    expect(exitCode).toBe(exitCodes.notSignedIn)
    expect(told).toContain('The deployment continues.')
  })

  it('says how to confirm the cost, and queues nothing before', async () => {
    const warned = { 'POST /v1/deployment/patch': { showFirstDeployWarning: true } }
    const { exitCode, told } = await sdo(deploy, { ...all, ...warned })
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain('--approve-cost')
  })

  it('says what a rise of the cost is before and after, and queues nothing until it is confirmed', async () => {
    const costStep = { before: 0.0658, after: 4.2123 }
    const step = { 'POST /v1/deployment/patch': { showFirstDeployWarning: true, costStep } }
    const { exitCode, told } = await sdo(deploy, { ...all, ...step })
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain('from at most 48 USD to at most 3,075 USD a month')
    expect(told).toContain('--approve-cost')
  })

  it('says what the vCPU quotas leave no room for', async () => {
    const vcpuShortage = 'At their most, the applications need 40 vCPUs.'
    const short = { result: 'SUCCESS', id: 'd1', showFirstDeployWarning: false, vcpuShortage }
    const answers = { ...all, 'POST /v1/deployment/patch': short }
    const { exitCode, told } = await sdo([...deploy, '--no-wait'], answers)
    expect(exitCode).toBe(0)
    expect(told).toContain(vcpuShortage)
  })

  it('does not wait with --no-wait', async () => {
    const { written, requests } = await sdo([...deploy, '--no-wait', '--json'], all)
    expect(JSON.parse(written)).toEqual({ id: 'd1' })
    expect(requests.some(({ url }) => url.endsWith('/events'))).toBe(false)
  })

  it('ends with 6 when it takes longer than is waited for', async () => {
    const { surroundings, seen } = buildSurroundings(
      answering({ ...signedIn, ...all, 'GET /v1/deployment/d1/events': silent }),
    )
    Object.assign(surroundings, { sleep: async () => undefined })
    Object.assign(surroundings.options, { url, token })
    expect(await run(surroundings, deploy, '1')).toBe(exitCodes.timedOut)
    expect(seen.told).toContain('It continues')
  })
})

describe('restart', () => {
  it('asks for new processes of an application', async () => {
    const { exitCode, requests } = await sdo(['restart', 'shop', '--env', 'production', '--no-wait'], {
      ...environments,
      ...applications,
      'POST /v1/deployment/restart': { result: 'SUCCESS', id: 'd1', showFirstDeployWarning: false },
    })
    expect(exitCode).toBe(0)
    const sent = requests.find(({ url }) => url.endsWith('/restart'))
    expect(await sent?.json()).toMatchObject({ environmentId: 'e1', applicationId: 'a1' })
  })
})

describe('commands on what is there', () => {
  const past = (sequence: number, state: number) => ({
    id: `d${sequence}`,
    sequence,
    state,
    kind: 'patch',
    message: '',
    createdEpoch: 0,
    isRevertible: false,
  })
  const history = {
    ...environments,
    'GET /v1/view-controller/environment/e1/deployments': {
      deployments: [past(4, 2), past(3, 1), past(2, 3), past(1, 3)],
    },
  }
  const sentTo = async (requests: Request[], path: string) =>
    requests.find(({ url: to }) => to.endsWith(path))?.json() as Promise<unknown>

  it('stop ends the newest that waits or is under way, or the one that is named', async () => {
    const answers = { ...history, 'POST /v1/deployment/stop': { result: 'SUCCESS' } }
    const { exitCode, written, requests } = await sdo(['stop', 'production'], answers)
    expect([exitCode, await sentTo(requests, '/stop')]).toEqual([0, { deploymentId: 'd3' }])
    expect(written).toContain('Deployment 3 is being stopped.')
    const named = await sdo(['stop', 'production', '4'], answers)
    expect(await sentTo(named.requests, '/stop')).toEqual({ deploymentId: 'd4' })
  })

  it('retry asks again for the newest that failed', async () => {
    const { exitCode, requests } = await sdo(['retry', 'production', '--no-wait'], {
      ...history,
      'POST /v1/deployment/retry': { result: 'SUCCESS', id: 'd5', showFirstDeployWarning: false },
    })
    expect(exitCode).toBe(0)
    expect(await sentTo(requests, '/retry')).toMatchObject({ deploymentId: 'd2' })
  })

  it('a deployment that there is not is refused, and what is no number is told', async () => {
    expect((await sdo(['stop', 'production', '9'], history)).exitCode).toBe(exitCodes.refused)
    expect((await sdo(['stop', 'production', 'last'], history)).exitCode).toBe(exitCodes.usage)
    expect((await sdo(['scale', 'shop', 'many', '--env', 'production'], history)).exitCode).toBe(
      exitCodes.usage,
    )
  })

  it('scale sets how many processes run there, or says that an admin has to approve it', async () => {
    const call = 'POST /v1/environment/e1/process/a1'
    const scale = ['scale', 'shop', '3', '--env', 'production']
    const there = { ...environments, ...applications }
    const { written, requests } = await sdo(scale, { ...there, [call]: { result: 'SUCCESS' } })
    expect(written).toContain('shop is to run 3 processes in Production.')
    const scaled = await sdo(scale, { ...there, [call]: { result: 'SUCCESS', mostProcesses: 10 } })
    expect(scaled.written).toContain(
      'shop is to run 3 to 10 processes, by what it uses or its schedule, in Production.',
    )
    expect(await sentTo(requests, '/process/a1')).toEqual({
      override: true,
      numProcesses: 3,
      firstDeployWarningApproved: false,
    })
    const waits = { result: 'SUCCESS', awaitsApproval: true, deploymentId: 'd1' }
    expect((await sdo(scale, { ...there, [call]: waits })).written).toContain('another admin has to approve')
    const rises = { showFirstDeployWarning: true, costStep: { before: 0.01, after: 4 } }
    const refused = await sdo(scale, { ...there, [call]: rises })
    expect(refused.exitCode).toBe(exitCodes.refused)
    expect(refused.told).toMatch(
      /raises the cost of the environment .* Nothing was changed\.[^]*--approve-cost/,
    )
    const confirmed = await sdo([...scale, '--approve-cost'], { ...there, [call]: { result: 'SUCCESS' } })
    expect(await sentTo(confirmed.requests, '/process/a1')).toMatchObject({
      firstDeployWarningApproved: true,
    })
  })
})
