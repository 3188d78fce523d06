import { describe, expect, it } from 'vitest'
import { CloudError, type EventFilter, type EventPage } from '../cloud/cloud'
import { searchBounds } from './newest-lines'
import { findNewestOfGroups } from './newest-of-groups'

const range = { fromEpoch: 0, untilEpoch: 1000 }

type Line = EventPage['lines'][number]

/** Groups of a cloud with these lines, which counts what it is asked. */
function buildLogs(groups: Record<string, Line[]>) {
  const asked: EventFilter[] = []
  const filterEvents = (filter: EventFilter): Promise<EventPage> => {
    asked.push(filter)
    const lines = groups[filter.group]
    if (!lines) return Promise.reject(new CloudError('not-found', 'No such group.'))
    const found = lines.filter(
      ({ epoch, stream }) =>
        epoch >= filter.fromEpoch &&
        epoch < filter.untilEpoch &&
        (filter.stream === undefined || filter.stream === stream),
    )
    const from = Number(filter.token ?? 0)
    const end = from + filter.most
    return Promise.resolve({
      lines: found.slice(from, end),
      ...(end < found.length && { token: String(end) }),
    })
  }
  return { filterEvents, asked }
}

const line = (epoch: number, text: string, stream = 'p'): Line => ({ epoch, text, stream })
const textsOf = ({ lines }: { lines: { text: string }[] }) => lines.map(({ text }) => text)

describe('the newest lines of several groups', () => {
  it('are in the order of time, with the process and the application of each', async () => {
    const logs = buildLogs({ a: [line(1, 'one'), line(3, 'three')], b: [line(2, 'two', 'q')] })
    const groups = ['a', 'gone', 'b'].map((name) => ({ name, applicationId: `of ${name}` }))
    expect(await findNewestOfGroups(logs, groups, range)).toEqual({
      lines: [
        { epoch: 1, text: 'one', processId: 'p', applicationId: 'of a' },
        { epoch: 2, text: 'two', processId: 'q', applicationId: 'of b' },
        { epoch: 3, text: 'three', processId: 'p', applicationId: 'of a' },
      ],
      reachedEpoch: 0,
    })
  })

  it('end where all groups were read, so that none has a gap', async () => {
    const many = Array.from({ length: 990 }, (_, index) => line(index, `busy ${index}`))
    const logs = buildLogs({ busy: many, quiet: [line(1, 'early'), line(995, 'late')] })
    const groups = ['busy', 'quiet'].map((name) => ({ name, applicationId: name }))
    const { lines, reachedEpoch } = await findNewestOfGroups(logs, groups, range)
    expect(lines.length).toBeLessThanOrEqual(searchBounds.lines)
    expect(lines.at(-1)?.text).toBe('late')
    expect(lines.slice(0, -1).map(({ text }) => text)).toEqual(
      many.slice(reachedEpoch).map(({ text }) => text),
    )
  })

  it('share one bound of calls, however many groups there are', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `g${index}`)
    const logs = buildLogs(Object.fromEntries(names.map((name) => [name, []])))
    const groups = names.map((name) => ({ name, applicationId: name }))
    await findNewestOfGroups(logs, groups, { fromEpoch: 0, untilEpoch: 7 * 24 * 3_600_000 })
    expect(logs.asked.length).toBeLessThanOrEqual(searchBounds.calls)
  })

  it('are of ten groups at most, and say whose were left out', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `g${index}`)
    const logs = buildLogs(Object.fromEntries(names.map((name) => [name, [line(1, name)]])))
    const groups = names.map((name) => ({ name, applicationId: `of ${name}` }))
    const found = await findNewestOfGroups(logs, groups, range)
    expect(textsOf(found)).toEqual(names.slice(0, 10))
    expect(found.unsearchedApplicationIds).toEqual(['of g10', 'of g11'])
    expect(await findNewestOfGroups(logs, groups.slice(0, 10), range)).not.toHaveProperty(
      'unsearchedApplicationIds',
    )
  })

  it('are as grave as was asked for, with the stack trace of each, also where processes print at once', async () => {
    const logs = buildLogs({
      a: [
        line(1, '{"level":"info","msg":"fine"}'),
        line(2, 'ERROR broken'),
        line(3, '    at once', 'q'),
        line(3, '    at main'),
        line(4, 'WARN slow'),
        line(5, '    at ease'),
      ],
    })
    const found = await findNewestOfGroups(logs, [{ name: 'a', applicationId: 'a' }], {
      ...range,
      level: 'error',
    })
    expect(textsOf(found)).toEqual(['ERROR broken', '    at main'])
  })

  it('leave out processes that were named, and can be of one process alone', async () => {
    const logs = buildLogs({ a: [line(1, 'one'), line(2, 'two', 'q')] })
    const groups = [{ name: 'a', applicationId: 'a' }]
    const without = await findNewestOfGroups(logs, groups, { ...range, exceptProcessIds: ['q'] })
    expect(textsOf(without)).toEqual(['one'])
    expect(textsOf(await findNewestOfGroups(logs, groups, { ...range, processId: 'q' }))).toEqual(['two'])
  })

  it('are refused as AWS refuses them', async () => {
    const refused = new CloudError('access-denied', 'No.')
    const logs = { filterEvents: () => Promise.reject(refused) }
    const search = findNewestOfGroups(logs, [{ name: 'a', applicationId: 'a' }], range)
    await expect(search).rejects.toBe(refused)
  })
})
