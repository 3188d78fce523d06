import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDocker } from '../../docker/docker-programs'
import { collectFile } from '../../secrets/collect'
import { supplierAddress, type Supplier } from '../supplier'

const boot = join(import.meta.dirname, 'boot.sh')

export interface NamespacedInstance {
  /** Pulls the plug. */
  stop(): Promise<void>
}

/**
 * An instance made of namespaces instead of a virtual machine: network, firewall, processes and Docker of its own, reached at its address from this
 * machine alone. It runs the very user data; in the place of systemd it has `systemctl` beside this file. Needs root.
 */
export async function startNamespacedInstance(
  address: string,
  userData: string,
  { certificate }: Pick<Supplier, 'certificate'>,
): Promise<NamespacedInstance> {
  const docker = await ensureDocker()
  const name = `sdo${randomBytes(4).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'sdo-instance-'))
  writeFileSync(join(folder, 'user-data'), userData, { mode: 0o700 })
  writeFileSync(join(folder, 'trusted.pem'), certificate)
  prepareDocker(folder, certificate)
  makeNetwork(name, address)
  const instance = spawn(
    'nsenter',
    [
      `--net=/run/netns/${name}`,
      ...['unshare', '--mount', '--pid', '--uts', '--ipc', '--fork', '--kill-child', '--mount-proc'],
      ...[boot, folder],
    ],
    {
      stdio: 'ignore',
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        CURL_CA_BUNDLE: join(folder, 'trusted.pem'),
        DOCKERD: docker,
        DOCKER_OPTIONS: `--data-root ${join(folder, 'docker')} --cgroup-parent /${name}`,
      },
    },
  )
  const ended = once(instance, 'exit')
  const kill = () => instance.kill('SIGKILL')
  process.once('exit', kill)
  return {
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
      run('ip', 'netns', 'delete', name)
      run('find', '/sys/fs/cgroup', '-depth', '-type', 'd', '-path', `*/${name}*`, '-delete')
      for (const log of readdirSync(folder).filter((file) => file.endsWith('.log')))
        collectFile(join(folder, log))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Has its Docker trust the registry. */
function prepareDocker(folder: string, certificate: string): void {
  const trusted = join(folder, 'etc/docker/certs.d', supplierAddress)
  mkdirSync(trusted, { recursive: true })
  writeFileSync(join(trusted, 'ca.crt'), certificate)
}

/** A cable between it and this machine, with its address at the one end and the supplier's at the other. */
function makeNetwork(name: string, address: string): void {
  const inside = ['-n', name]
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', name, 'up')
  for (const link of ['lo', 'eth0']) ip(...inside, 'link', 'set', link, 'up')
  ip(...inside, 'address', 'add', `${address}/32`, 'dev', 'eth0')
  ip(...inside, 'route', 'add', supplierAddress, 'dev', 'eth0')
  ip(...inside, 'route', 'add', 'default', 'via', supplierAddress)
  ip('route', 'add', `${address}/32`, 'dev', name, 'src', supplierAddress)
}

function ip(...parameters: string[]): void {
  const { status, stderr } = run('ip', ...parameters)
  if (status !== 0) throw new Error(`ip ${parameters.join(' ')} failed: ${stderr}`)
}

const run = (program: string, ...parameters: string[]) => spawnSync(program, parameters, { encoding: 'utf8' })
