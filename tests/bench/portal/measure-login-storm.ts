import { Agent, get } from 'node:http'
import { percentile } from '../deploy/report'
import { password } from './fill-teams'
import { sendLoad } from './load'
import type { ServerProcess } from './server-process'

interface Storm {
  app: ServerProcess
  /** Of the person who reads the page. */
  headers: Record<string, string>
  /** Who logs in, again and again. */
  emails: string[]
  path: string
  /** How many log in at the same time. */
  logins: number
  secondsAlone: number
  seconds: number
}

const readsPerSecond = 25
const goalMilliseconds = 100

/** Reads a page steadily, first alone and then while many people log in at once, and prints what became of its latency. */
export async function measureLoginStorm(storm: Storm): Promise<void> {
  const { app, path, logins, secondsAlone, seconds } = storm
  console.log(
    `\nLogin storm: ${path} read ${readsPerSecond} times a second while ${logins} people at a time log in`,
  )
  await readSteadily(storm, 1)
  printLatency('alone', await readSteadily(storm, secondsAlone))
  const before = app.processorSeconds()
  const [milliseconds, done] = await Promise.all([readSteadily(storm, seconds), logInSteadily(storm)])
  printLatency('during the storm', milliseconds)
  const p99 = percentile(milliseconds, 0.99)
  console.log(
    `  logins ${(done.count / done.seconds).toFixed(0)} a second, p50 ${percentile(done.milliseconds, 0.5).toFixed(0)} ms, ` +
      `${done.failed} failed, the app used ${(((app.processorSeconds() - before) / seconds) * 100).toFixed(0)} % of a core`,
  )
  console.log(
    `  goal: p99 of the page under ${goalMilliseconds} ms meanwhile: ${p99 < goalMilliseconds ? 'reached' : 'MISSED'}`,
  )
}

const printLatency = (name: string, milliseconds: number[]) =>
  console.log(
    `  ${name.padEnd(18)}${milliseconds.length} reads, p50 ${percentile(milliseconds, 0.5).toFixed(1)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`,
  )

/** Each connection is of other people, for one person's logins wait for each other, and of another place, which may have few under way. */
async function logInSteadily({ app, emails, logins, seconds }: Storm) {
  const loads = await Promise.all(
    Array.from({ length: logins }, (_, login) =>
      sendLoad({
        url: app.address,
        amount: { seconds },
        connections: 1,
        headers: {},
        posts: emails
          .filter((_email, index) => index % logins === login)
          .map((email) => ({
            path: '/v1/account/login',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${login}` },
            body: JSON.stringify({ email, password }),
          })),
      }),
    ),
  )
  const milliseconds = loads.flatMap((load) => load.milliseconds)
  return {
    milliseconds,
    count: milliseconds.length,
    failed: loads.reduce((sum, load) => sum + load.failed, 0),
    seconds: Math.max(...loads.map((load) => load.seconds)),
  }
}

/** Reads at fixed times, however long the reads before take. @returns how long each read took */
function readSteadily({ app, path, headers }: Storm, seconds: number): Promise<number[]> {
  // In turn, so that none is idle for so long that the server closes it just when it is used again.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  const reads: Promise<number>[] = []
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      reads.push(readOnce(app.address + path, headers, agent))
      if (reads.length < seconds * readsPerSecond) return
      clearInterval(timer)
      Promise.all(reads)
        .then(resolve, reject)
        .finally(() => agent.destroy())
    }, 1000 / readsPerSecond)
  })
}

function readOnce(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    }).on('error', reject)
  })
}
