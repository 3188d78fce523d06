import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchScript } from '../../../core/agent/launch-script'
import { systemClock } from '../../../core/time/clock'
import { buildAgentBundles } from '../../../standalone/build-agent-bundles.mjs'
import { ownArchitecture } from '../../../standalone/node-binary.mjs'
import { Shutdown } from '../../../standalone/shutdown'
import { DockerAgent } from '../../contract/containers/docker-agent'
import { startDockerDaemon } from '../../docker/docker-daemon'
import { missingForDocker } from '../../docker/docker-programs'
import { importImage, webServer } from '../../docker/images'
import { dockerBooter } from '../deploy/docker-booter'
import { measureLoss } from '../deploy/measure-loss'
import { printMachine } from '../deploy/report'
import { measureFootprint } from './measure-footprint'
import { measureStarts } from './measure-starts'

/** `npm run bench agent`: what the agent of an instance costs beside Docker alone, on a Docker of its own. */
const starts = 100
const containers = 50

const shutdown = new Shutdown()
const running = measure()
async function stop(code: number): Promise<never> {
  await shutdown.run(Promise.resolve(), (name, error) =>
    console.error(`The ${name} did not end well:`, error),
  )
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(130))
await running.then(
  () => stop(0),
  (error: unknown) => {
    if (!shutdown.signal.aborted) console.error(error)
    return stop(1)
  },
)

async function measure(): Promise<void> {
  console.log('Benchmark agent: containers by the agent and by Docker alone.')
  const missing = missingForDocker()
  // The other benchmarks go on.
  if (missing) return console.log(`Left out: ${missing}`)
  printMachine()
  const daemon = await startDockerDaemon()
  shutdown.add('Docker', () => daemon.stop())
  await importImage(daemon.docker, 'test/web:1', webServer)
  const folder = await unpackRelease()
  shutdown.add('bundle', async () => rmSync(folder, { recursive: true, force: true }))
  const agent = new DockerAgent('', { socketPath: daemon.socketPath }, (bootstrap) => [
    'sh',
    join(folder, 'launch'),
    folder,
    bootstrap,
  ])
  shutdown.add('agent', () => agent.remove())
  await agent.start()
  await measureStarts(daemon.docker, agent, starts)
  await measureFootprint(agent, containers, systemClock)
  await agent.end('SIGKILL')
  await measureLoss(10_000, dockerBooter(daemon, resolve('build/agent.js')))
}

/** The agent with its Node, as instances keep it. @returns the folder for the launch script */
async function unpackRelease(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-bench-agent-'))
  await buildAgentBundles(folder, [ownArchitecture], 1)
  const bundle = join(folder, `agent-linux-${ownArchitecture}.tar.gz`)
  const sha256 = readFileSync(`${bundle}.sha256`, 'utf8').trim()
  const release = join(folder, 'releases', sha256)
  mkdirSync(release, { recursive: true })
  execFileSync('tar', ['-xzf', bundle, '-C', release, '--no-same-owner'])
  writeFileSync(join(folder, 'current'), sha256)
  writeFileSync(join(folder, 'launch'), launchScript)
  return folder
}
