import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { InstanceBooter } from '../../../simulator/booter'
import { createProcessBooter } from '../../../simulator/process-booter'
import { defaultTimings } from '../../../simulator/timings'
import { eventually } from '../../builders/eventually'
import type { LoadReport } from '../../e2e/load'
import { Customer } from './customer'
import { percentile } from './report'
import { startSite } from './site'

const connections = 8
const numProcesses = 2

/**
 * Changes the version under load: requests are sent from before the change until nothing of the old version is left, and at
 * least `minimum` of them. Prints what became of them.
 */
export async function measureLoss(
  minimum: number,
  createBooter: (folder: string) => InstanceBooter = (folder) =>
    createProcessBooter({ folder, agentPath: resolve('build/agent.js') }),
): Promise<void> {
  const site = await startSite({ timings: defaultTimings, createBooter })
  try {
    const customer = await Customer.register(site, numProcesses)
    await customer.send('1')
    await customer.live()
    await customer.settle()
    const load = startLoadProcess(await customer.applicationUrl())
    try {
      await load.sent(minimum / 10)
      await customer.send('2')
      await customer.live()
      const sentAtLive = load.count()
      await customer.settle()
      await load.sent(Math.max(minimum, load.count() + minimum / 10))
      print(await load.stop(), sentAtLive)
    } finally {
      load.kill()
    }
  } finally {
    await site.stop()
  }
}

/** A process of its own, so that sending requests does not slow down what they measure. */
function startLoadProcess(url: string) {
  const child = fork(resolve('tests/bench/deploy/load-process.ts'), [url, String(connections)], {
    execArgv: ['--import', 'tsx'],
  })
  let count = 0
  let report: LoadReport | undefined
  child.on('message', (message: { sent?: number; report?: LoadReport }) => {
    count = message.sent ?? count
    report = message.report ?? report
  })
  const isAlive = () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The load ended by itself.')
  }
  return {
    count: () => count,
    /** Resolves once so many requests were sent. */
    sent: (wanted: number) => eventually(`${wanted} requests`, () => (isAlive(), count >= wanted), 120_000),
    stop: () => {
      child.send('stop')
      return eventually('the report of the load', () => report, 30_000)
    },
    kill: () => child.kill('SIGKILL'),
  }
}

function print({ sent, failed, answersByVersion, milliseconds }: LoadReport, sentAtLive: number): void {
  console.log(`\nVersion change of ${numProcesses} processes under load, ${connections} connections`)
  console.log(`  sent                 ${sent} (${sentAtLive} until Live)`)
  console.log(`  failed               ${failed.length}   (goal: 0 of 10000)`)
  for (const [version, answers] of Object.entries(answersByVersion))
    console.log(`  answered by ${version}        ${answers}`)
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1))
  console.log(`  latency p50, p99     ${p50} ms, ${p99} ms`)
  for (const [failure, times] of countByText(failed)) console.log(`  ${times} times: ${failure}`)
}

function countByText(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
