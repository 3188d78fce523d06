import { instantTimings } from '../../builders/instant-timings'
import { Customer } from './customer'
import { createInstantBooter } from './instant-booter'
import { waits, type Recorder } from './recorder'
import { printMilliseconds } from './report'
import { startSite } from './site'
import { splitTime, type Interval } from './split-time'

type Figures = Record<string, number>

/**
 * From the form post to Live, with a cloud, agents and containers that take no time: what remains is our own. Prints where
 * it goes. `changes` deployments follow the first, each in an environment that has settled.
 */
export async function measureOwnTime(changes: number): Promise<void> {
  const site = await startSite({
    timings: instantTimings,
    createBooter: (_folder, log) => createInstantBooter(log),
  })
  try {
    const customer = await Customer.register(site, 1)
    const first = await measureDeployment(customer, site.recorder, '1')
    const later: Figures[] = []
    for (let change = 1; change <= changes; change++)
      later.push(await measureDeployment(customer, site.recorder, change % 2 === 1 ? '2' : '1'))
    printMilliseconds('First deployment, with its load balancer and instance', rowsOf([first]))
    printMilliseconds(`${changes} version changes`, rowsOf(later))
  } finally {
    await site.stop()
  }
}

async function measureDeployment(customer: Customer, recorder: Recorder, version: string): Promise<Figures> {
  recorder.clear()
  const form = await customer.send(version)
  const liveEpoch = await customer.live()
  const figures = split(recorder, form, { from: form.from, to: liveEpoch })
  await customer.settle()
  return figures
}

function split(recorder: Recorder, form: Interval, span: Interval): Figures {
  const passes = recorder.of('environment passes').filter(({ from, to }) => from < span.to && to > form.to)
  const firstPass = Math.min(...passes.map(({ from }) => from), span.to)
  const lastPass = Math.max(...passes.filter(({ to }) => to <= span.to).map(({ to }) => to), firstPass)
  const { 'until answered': answer, ...spent } = splitTime(span, [
    ['until answered', [form]],
    ...waits.map((wait) => [wait, recorder.of(wait)] as const),
    ['mirror, before and after', outside(recorder.of('mirror passes'), { from: firstPass, to: lastPass })],
    ['reconcile passes', passes],
    [
      'wake-ups, before and after',
      [
        { from: form.to, to: firstPass },
        { from: lastPass, to: span.to },
      ],
    ],
  ])
  const waiting = waits.reduce((sum, wait) => sum + spent[wait], 0)
  const total = span.to - span.from
  return {
    total,
    'waiting for others': waiting,
    ...Object.fromEntries(waits.map((wait) => [`  ${wait}`, spent[wait]])),
    'own time': total - waiting,
    '  form post': answer,
    '  mirror, before and after': spent['mirror, before and after'],
    '  wake-ups, before and after': spent['wake-ups, before and after'],
    '  reconcile passes': spent['reconcile passes'],
    '  pauses between passes': spent.rest,
    'number of passes': passes.length,
  }
}

const outside = (intervals: Interval[], { from, to }: Interval) =>
  intervals.filter((one) => one.to <= from || one.from >= to)

const rowsOf = (figures: Figures[]): Record<string, number[]> =>
  Object.fromEntries(
    Object.keys(figures[0] ?? {}).map((name) => [name, figures.map((each) => each[name] ?? NaN)]),
  )
