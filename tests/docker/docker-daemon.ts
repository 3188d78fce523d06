import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { openDocker } from '../../agent/containers/docker/docker-client'
import { containerRange, dockerConfiguration } from '../../core/agent/docker-configuration'
import { bridgeName } from '../../agent/containers/docker/network'
import { eventually } from '../builders/eventually'
import { ensureDocker } from './docker-programs'

/** Docker's default bridge; the tests' has a name of its own beside anybody else's. */
const bridge = 'sdotest0'
const bridgeAddress = '172.29.99.1/24'

/** A Docker of the tests' own, in a folder of its own. */
export interface DockerDaemon {
  docker: Docker
  socketPath: string
  /** Ends the daemon, as a restart of it or of the machine would, and with it its containers. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Ends it for good and leaves nothing behind. */
  stop(): Promise<void>
}

export interface DockerDaemonOptions {
  /** Gives it a disk of its own of this size. */
  diskMegabytes?: number
  /** Added to the environment that it has by itself. */
  environment?: Record<string, string>
}

export async function startDockerDaemon({
  diskMegabytes,
  environment = {},
}: DockerDaemonOptions = {}): Promise<DockerDaemon> {
  const program = await ensureDocker()
  const release = await waitForTurn()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-docker-'))
  const socketPath = join(folder, 'docker.sock')
  const docker = await openDocker({ socketPath })
  let child: ChildProcess | undefined

  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  if (diskMegabytes) run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', dataFolder)
  makeBridge()
  async function start(): Promise<void> {
    const daemon = spawn(
      program,
      [
        ...['--data-root', dataFolder, '--exec-root', join(folder, 'exec')],
        ...['--pidfile', join(folder, 'pid'), '--host', `unix://${socketPath}`],
        ...['--storage-driver', 'overlay2', '--bridge', bridge],
        ...['--default-address-pool', `base=${containerRange.base},size=${containerRange.size}`],
        `--userland-proxy=${dockerConfiguration['userland-proxy']}`,
        // It waits longer before each of its five tries.
        ...['--max-download-attempts', '2'],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { ...process.env, ...environment } },
    )
    child = daemon
    daemon.stderr.on('data', (lines: Buffer) => appendFileSync(join(folder, 'log'), lines))
    try {
      await eventually(
        'Docker to answer',
        () =>
          docker.ping().then(
            () => true,
            () => daemon.exitCode !== null,
          ),
        60_000,
      )
      await docker.ping()
    } catch (error) {
      throw new Error(`Docker did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-3000)}`, {
        cause: error,
      })
    }
  }

  async function halt(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  await start()
  return {
    docker,
    socketPath,
    start,
    halt,
    async stop() {
      const containers = await docker.listContainers({ all: true }).catch(() => [])
      await Promise.all(
        containers.map(({ Id }) =>
          docker
            .getContainer(Id)
            .remove({ force: true })
            .catch(() => undefined),
        ),
      )
      await halt()
      unmountLeftovers(folder)
      // Rules of the agent's, for a bridge that is gone now.
      const rules = spawnSync('iptables', ['-w', '-S', 'INPUT'], { encoding: 'utf8' }).stdout.split('\n')
      for (const rule of rules.filter(
        (one) => one.startsWith('-A INPUT') && one.includes(`-i ${bridgeName} `),
      ))
        run('iptables', '-w', ...rule.replace('-A', '-D').split(' '))
      for (const name of [bridge, bridgeName]) run('ip', 'link', 'delete', name)
      if (diskMegabytes) run('umount', dataFolder)
      rmSync(folder, { recursive: true, force: true })
      release()
    },
  }
}

const run = (program: string, ...parameters: string[]) => spawnSync(program, parameters, { stdio: 'ignore' })

/** A Docker that is ended in the middle of a removal may leave the files of that container mounted, and always the network of this machine. */
function unmountLeftovers(dataFolder: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [, place = ''] = line.split(' ')
    if (place.startsWith(`${dataFolder}/`)) run('umount', place)
  }
}

function makeBridge(): void {
  run('ip', 'link', 'delete', bridge)
  run('ip', 'link', 'delete', bridgeName)
  run('ip', 'link', 'add', 'name', bridge, 'type', 'bridge')
  run('ip', 'address', 'add', bridgeAddress, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
}

/** Two daemons at a time would take each other's firewall rules away. The system forgets the name when its holder ends, however it does. */
async function waitForTurn(): Promise<() => void> {
  const turn = createServer()
  await eventually(
    'another test to be through with Docker',
    () =>
      new Promise<boolean>((resolve) => {
        turn.removeAllListeners()
        turn.once('error', () => resolve(false))
        turn.listen('\0sdo-test-docker', () => resolve(true))
      }),
    10 * 60_000,
  )
  return () => turn.close()
}
