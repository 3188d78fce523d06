import { percentile } from '../deploy/report'
import { sendLoad, type Load } from './load'
import type { ServerProcess } from './server-process'
import type { Target } from './targets'

export interface ListMeasuring {
  app: ServerProcess
  bare: ServerProcess
  /** As a browser that is logged in sends them. */
  headers: Record<string, string>
  connections: number
  /** How often app and bare site take turns. */
  rounds: number
  requestsPerTurn: number
}

/** What one server did, over all its turns. */
interface Side {
  perSecond: number
  p50: number
  p99: number
  /** Milliseconds of processor time of its process per request. */
  processor: number
  failed: number
}

/** The least share of what the bare site answers in the same processor time that is wanted. */
const goal = 0.8

/** Measures each target on the app and on the bare site in turns, and prints a line for each. */
export async function measureLists(
  caption: string,
  targets: Target[],
  measuring: ListMeasuring,
): Promise<void> {
  const width = Math.max(...targets.map(({ name }) => name.length)) + 2
  console.log(`\n${caption}`)
  console.log(
    `  ${''.padEnd(width)}${['KB', 'req/s', 'p50', 'p99', 'cpu', 'bare KB', 'req/s', 'p50', 'p99', 'cpu', 'share', 'cpu share', 'goal'].map((name, index) => name.padStart(index > 9 ? 10 : 8)).join('')}`,
  )
  for (const target of targets) {
    const { app, bare, share, processorShare, kilobytes } = await measureTarget(target, measuring)
    const side = ({ perSecond, p50, p99, processor }: Side) =>
      [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), processor.toFixed(2)]
        .map((text) => text.padStart(8))
        .join('')
    const verdict = processorShare >= goal ? 'reached' : 'MISSED'
    const failures = app.failed + bare.failed > 0 ? `   FAILED ${app.failed} and ${bare.failed}` : ''
    console.log(
      `  ${target.name.padEnd(width)}${kilobytes.app.toFixed(1).padStart(8)}${side(app)}${kilobytes.bare.toFixed(1).padStart(8)}${side(bare)}` +
        `${share.toFixed(2).padStart(10)}${processorShare.toFixed(2).padStart(10)}${goal.toFixed(2).padStart(10)} ${verdict}${failures}`,
    )
  }
}

/** The compiler has most of its work behind it then. */
const requestsToWarmUp = 300

async function measureTarget({ path }: Target, measuring: ListMeasuring) {
  const { headers, connections, rounds, requestsPerTurn } = measuring
  const urls = { app: measuring.app.address + path, bare: measuring.bare.address + path }
  const kilobytes = {
    app: await readKilobytes(urls.app, headers),
    bare: await readKilobytes(urls.bare, headers),
  }
  const turns = { app: [] as Turn[], bare: [] as Turn[] }
  const take = async (side: 'app' | 'bare', requests: number): Promise<Turn> => {
    const before = measuring[side].processorSeconds()
    const load = await sendLoad({
      url: urls[side],
      amount: { requests },
      connections,
      headers,
    })
    return { ...load, processorSeconds: measuring[side].processorSeconds() - before }
  }
  for (const side of ['app', 'bare'] as const) await take(side, requestsToWarmUp)
  for (let round = 0; round < rounds; round++)
    for (const side of ['app', 'bare'] as const) turns[side].push(await take(side, requestsPerTurn))
  const [app, bare] = [sum(turns.app), sum(turns.bare)]
  return {
    app,
    bare,
    share: app.perSecond / bare.perSecond,
    processorShare: percentile(
      turns.app.map((turn, round) => processorOf(turns.bare[round] ?? turn) / processorOf(turn)),
      0.5,
    ),
    kilobytes,
  }
}

type Turn = Load & { processorSeconds: number }

/** Milliseconds of processor time per request. */
const processorOf = ({ processorSeconds, milliseconds }: Turn) =>
  (1000 * processorSeconds) / milliseconds.length

function sum(turns: Turn[]): Side {
  const milliseconds = turns.flatMap((turn) => turn.milliseconds)
  const total = (figure: (turn: Turn) => number) => turns.reduce((sum, turn) => sum + figure(turn), 0)
  return {
    perSecond: milliseconds.length / total(({ seconds }) => seconds),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    processor: (1000 * total(({ processorSeconds }) => processorSeconds)) / milliseconds.length,
    failed: total(({ failed }) => failed),
  }
}

async function readKilobytes(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  const body = await response.arrayBuffer()
  if (response.status !== 200)
    throw new Error(`${url} answered ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`)
  return body.byteLength / 1000
}
