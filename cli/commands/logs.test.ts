import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { json, streaming } from '../../tests/builders/cli-surroundings'
import { buildPrintingPortal, printedLine } from '../../tests/builders/printing-portal'
import { environments, sdo } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'

const hour = 3_600_000
const textsIn = (written: string) =>
  written.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ').slice(3).join(' ')]))

type Portal = ReturnType<typeof buildPrintingPortal>

/** Runs the command at the portal's time. */
const logsOf = (portal: Portal, ...parameters: string[]) =>
  sdo(['logs', 'Production', ...parameters], portal.answers, { now: () => portal.state.nowEpoch })

/** Follows while these pauses pass, and ends with Ctrl-C. */
async function follow(portal: Portal, pauses: number, parameters: string[] = []) {
  const interrupted = new AbortController()
  let left = pauses
  const slept: number[] = []
  const seen = await sdo(['logs', 'Production', '--follow', ...parameters], portal.answers, {
    now: () => portal.state.nowEpoch,
    signal: interrupted.signal,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      portal.state.nowEpoch += milliseconds
      if (left-- === 0) interrupted.abort()
    },
  })
  return { ...seen, slept }
}

describe('logs', () => {
  it('prints what applications printed in the last hour, with time, application and process', async () => {
    const portal = buildPrintingPortal([printedLine(hour - 1, 'early'), printedLine(hour + 5, 'up')])
    portal.state.nowEpoch = 2 * hour
    const { written, told, exitCode } = await logsOf(portal)
    expect({ written, told, exitCode }).toEqual({
      written: '1970-01-01T01:00:00.005Z shop p1 up\n',
      told: '',
      exitCode: exitCodes.done,
    })
  })

  it('prints with --json each line as an object', async () => {
    const { shownEpoch: _, ...line } = printedLine(5, 'up')
    const portal = buildPrintingPortal([printedLine(5, 'up'), printedLine(6, 'still up')])
    portal.state.nowEpoch = 10
    const { written } = await logsOf(portal, '--json')
    const lines = written.trimEnd().split('\n')
    expect(lines.map((each) => JSON.parse(each) as unknown)).toEqual([
      line,
      { ...line, epoch: 6, text: 'still up' },
    ])
  })

  it('asks for the application, the text, the level and the time that were given', async () => {
    const portal = buildPrintingPortal([])
    portal.state.nowEpoch = 10 * hour
    await logsOf(portal, 'shop', '--grep', 'a&b', '--level', 'warn', '--since', '2h', '--until', '90s')
    expect(portal.state.asked).toEqual([
      {
        applicationId: 'a1',
        text: 'a&b',
        level: 'warn',
        fromEpoch: String(8 * hour),
        untilEpoch: String(10 * hour - 90_000),
      },
    ])
  })

  it.each([
    ['1970-01-02', 24 * hour],
    ['1970-01-01T02:00', 2 * hour],
    ['1970-01-01T02:00:00.005Z', 2 * hour + 5],
    ['1970-01-01T02:00+01:00', hour],
    ['99999d', 0],
  ])('understands --since %s', async (since, epoch) => {
    const portal = buildPrintingPortal([])
    portal.state.nowEpoch = 48 * hour
    await logsOf(portal, '--since', since)
    expect(portal.state.asked[0]?.fromEpoch).toBe(String(epoch))
  })

  it('asks on, backwards, until it has as many lines as were asked for, and says where it ended', async () => {
    const printed = Array.from({ length: 30 }, (_, index) => printedLine(index, `line ${index}`))
    const portal = buildPrintingPortal(printed, 4)
    portal.state.nowEpoch = 100
    const { written, told } = await logsOf(portal, '--lines', '10')
    expect(textsIn(written)).toEqual(printed.slice(-10).map(({ text }) => text))
    expect(portal.state.asked).toHaveLength(3)
    expect(told).toBe('Older lines are not shown. Continue with --until 1970-01-01T00:00:00.021Z\n')
    const all = await logsOf(portal)
    expect(textsIn(all.written)).toEqual(printed.map(({ text }) => text))
    expect(all.told).toBe('')
  })

  it('ends and says how far it came where SDO gets no further', async () => {
    const stuck = { lines: [], fromEpoch: 0, untilEpoch: 50, reachedEpoch: 50 }
    let asked = 0
    const answers = {
      ...environments,
      'GET /v1/environment/e1/output': () => {
        asked += 1
        return json(stuck)
      },
    }
    const { told, exitCode } = await sdo(['logs', 'Production'], answers)
    expect(exitCode).toBe(exitCodes.done)
    expect(asked).toBe(2)
    expect(told).toContain('--until 1970-01-01T00:00:00.050Z')
  })

  it('says which applications were not searched', async () => {
    const found = { lines: [], fromEpoch: 0, untilEpoch: 1, reachedEpoch: 0 }
    const unsearched = [{ applicationId: 'a9', name: 'mail' }]
    const answers = { ...environments, 'GET /v1/environment/e1/output': { ...found, unsearched } }
    const { told } = await sdo(['logs', 'Production'], answers)
    expect(told).toBe('Too many applications. Not searched: mail. To search one of them, name it.\n')
  })

  it.each([
    [['--lines', '10001'], 'from 0 to 10000'],
    [['--since', 'yesterday'], '--since takes 15m'],
    [['--since', '1h', '--until', '2h'], 'not before'],
    [['--follow', '--until', '1h'], 'Leave one of them out.'],
    [['--level', 'loud'], 'Allowed choices are trace'],
    [['shop', '--type', 'network'], 'Leave out --type'],
    [['--type', 'network', '--grep', 'x'], 'Leave out --type'],
  ])('refuses %j with what to do, and asks nothing', async (parameters, text) => {
    const portal = buildPrintingPortal([])
    const { exitCode, told } = await logsOf(portal, ...parameters)
    expect(exitCode).toBe(exitCodes.usage)
    expect(told).toContain(text)
    expect(portal.state.asked).toEqual([])
  })

  it('has nothing that a line says obeyed by the terminal', async () => {
    const portal = buildPrintingPortal([printedLine(1, 'a\u001b]0;owned\u0007b')])
    portal.state.nowEpoch = 2
    expect((await logsOf(portal)).written).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

describe('logs --follow', () => {
  it('prints each line once, however late CloudWatch Logs shows it', async () => {
    const arrival = fc.record({
      epoch: fc.integer({ min: 0, max: 60_000 }),
      delay: fc.integer({ min: 0, max: 24_000 }),
      text: fc.constantFrom('same', 'other'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 40 }),
        fc.integer({ min: 5, max: 10 }),
        async (arrivals, most) => {
          const printed = arrivals.map(({ epoch, delay, text }) => printedLine(epoch, text, epoch + delay))
          const portal = buildPrintingPortal(printed, most)
          const { written } = await follow(portal, 20)
          const times = written.split('\n').flatMap((line) => line.slice(0, 24) || [])
          expect(times.sort()).toEqual(printed.map(({ epoch }) => new Date(epoch).toISOString()).sort())
        },
      ),
      { numRuns: 50 },
    )
  })

  it('prints from now on alone with --lines 0, and asks every 5 seconds', async () => {
    const portal = buildPrintingPortal([printedLine(1, 'before'), printedLine(12_000, 'after')])
    portal.state.nowEpoch = 10_000
    const { written, told, slept } = await follow(portal, 2, ['--lines', '0'])
    expect(textsIn(written)).toEqual(['after'])
    expect(told).toBe('')
    expect(slept).toEqual([5000, 5000, 5000])
  })

  it('does not print later what --lines left out at first', async () => {
    const portal = buildPrintingPortal([printedLine(9_000, 'left out'), printedLine(9_001, 'newest')])
    portal.state.nowEpoch = 10_000
    expect(textsIn((await follow(portal, 3, ['--lines', '1'])).written)).toEqual(['newest'])
  })

  it('goes on after an answer that was none, and says so', async () => {
    const portal = buildPrintingPortal([printedLine(1, 'first'), printedLine(12_000, 'second')])
    portal.state.nowEpoch = 10_000
    const busy = { message: 'Your team runs 10 searches already.', code: 'throttled' }
    let asked = 0
    const { answers } = portal
    const output = answers['GET /v1/environment/e1/output']
    answers['GET /v1/environment/e1/output'] = (request) =>
      ++asked === 2
        ? json(busy, 429)
        : asked < 9 && asked > 2
          ? json({ message: 'Away.' }, 503)
          : output(request)
    const { written, told, exitCode } = await follow(portal, 12)
    expect(textsIn(written)).toEqual(['first', 'second'])
    expect(told).toContain('Your team runs 10 searches already. Trying again in 10 s.\n')
    expect(told).toContain('Away. Trying again in 20 s.\n')
    expect(exitCode).toBe(exitCodes.interrupted)
  })

  it('ends where SDO refuses', async () => {
    const portal = buildPrintingPortal([])
    let asked = 0
    const { answers } = portal
    const output = answers['GET /v1/environment/e1/output']
    answers['GET /v1/environment/e1/output'] = (request) =>
      ++asked === 1 ? output(request) : json({ message: 'AWS does not let SDO read.', code: 'conflict' }, 409)
    const { told, exitCode } = await follow(portal, 5)
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain('AWS does not let SDO read.')
  })

  it('says which lines may be missing where more is printed than can be read', async () => {
    const printed = Array.from({ length: 100 }, (_, index) => printedLine(10_000 + index, `line ${index}`))
    const portal = buildPrintingPortal(printed, 1)
    portal.state.nowEpoch = 10_000
    const { told, written } = await follow(portal, 1)
    expect(told).toBe(
      'More is printed than can be followed: lines before 1970-01-01T00:00:10.080Z may be missing. Use --grep, --level or an application.\n',
    )
    expect(textsIn(written)).toEqual(printed.slice(80).map(({ text }) => text))
  })
})

describe('logs --type', () => {
  it('prints what SDO itself logs, and follows it until Ctrl-C', async () => {
    const line = { id: 1, createdEpoch: 0, message: 'Deployment 1 is live.', severity: 'INFO' }
    const failure = { ...line, id: 2, severity: 'ERROR', message: 'No.' }
    const answers = {
      ...environments,
      'GET /v1/view-controller/environment/e1/logs/network': { logs: [line, failure] },
    }
    const { written } = await sdo(['logs', 'Production', '--type', 'network'], answers)
    expect(written).toBe(
      '1970-01-01T00:00:00.000Z Deployment 1 is live.\n1970-01-01T00:00:00.000Z ERROR No.\n',
    )
    const interrupted = new AbortController()
    const followed = await sdo(
      ['logs', 'Production', '--type', 'deployment', '--follow'],
      {
        ...environments,
        'GET /v1/environment/e1/events': streaming({ name: 'log', data: { ...line, type: 'deployment' } }),
      },
      { signal: interrupted.signal, sleep: async () => interrupted.abort() },
    )
    expect(followed.written).toContain('Deployment 1 is live.')
    expect(followed.exitCode).toBe(exitCodes.interrupted)
  })
})
