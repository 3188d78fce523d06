import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where the system of the machine comes from, and what is in it. */
const recipe = {
  mirror: 'http://deb.debian.org/debian',
  suite: 'bookworm',
  packages: [
    ...['systemd-sysv', 'dbus', 'kmod', 'linux-image-cloud-amd64'],
    ...['iproute2', 'iptables', 'ca-certificates', 'curl', 'docker.io'],
  ],
  // What it takes to reach the disk, and the network.
  modules: ['virtio_pci', 'virtio_blk', 'ext4', 'virtio_net', 'virtio_rng'],
  // What starts with the machine. Docker does not: user data starts it.
  enabled: ['surroundings', 'user-data'],
  disabled: ['docker.service', 'docker.socket', 'containerd'],
  // An emulated machine takes long over each thing that nobody needs.
  masked: [
    ...['systemd-udevd.service', 'systemd-udevd-control.socket', 'systemd-udevd-kernel.socket'],
    ...['systemd-udev-trigger.service', 'systemd-logind.service', 'getty.target', 'remote-fs.target'],
    ...['systemd-update-utmp.service', 'systemd-pstore.service', 'e2scrub_reap.service'],
    ...['apt-daily.timer', 'apt-daily-upgrade.timer', 'dpkg-db-backup.timer', 'e2scrub_all.timer'],
    'fstrim.timer',
  ],
  // Scripts of System V make systemctl slow, and instances of AWS have none.
  needless: [
    ...['etc/init.d', 'etc/rc2.d', 'usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt'],
    'var/lib/apt/lists',
  ],
  diskSize: '4G',
}

const files = join(import.meta.dirname, 'root')
const initrd = join(import.meta.dirname, 'initrd')
/** What a system is made of, this file included. */
export const sources = [files, initrd, import.meta.filename]

/** Makes `vmlinuz`, `initrd` and `disk` in a folder. Takes two minutes, and needs root. @param say is told how far it is */
export async function buildRoot(folder: string, say: (message: string) => void): Promise<void> {
  const startedEpoch = Date.now()
  const root = join(folder, 'root')
  const { mirror, suite, packages } = recipe
  say('Building the system of the virtual machine …')
  await run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, root, mirror])
  await finishRoot(root, folder)
  rmSync(root, { recursive: true, force: true })
  say(`Built the system of the virtual machine in ${Math.round((Date.now() - startedEpoch) / 1000)} s`)
}

async function finishRoot(root: string, folder: string): Promise<void> {
  const { enabled, disabled, masked, needless, diskSize } = recipe
  for (const path of needless) rmSync(join(root, path), { recursive: true, force: true })
  cpSync(files, root, { recursive: true })
  writeFileSync(join(root, 'etc/fstab'), '')
  await run('chroot', [root, 'systemctl', 'enable', ...enabled])
  await run('chroot', [root, 'systemctl', 'disable', ...disabled])
  await run('chroot', [root, 'systemctl', 'mask', ...masked])
  await makeInitrd(root, folder)
  for (const name of readdirSync(join(root, 'boot'))) {
    if (name.startsWith('vmlinuz-')) renameSync(join(root, 'boot', name), join(folder, 'vmlinuz'))
    else rmSync(join(root, 'boot', name))
  }
  await run('mke2fs', ['-q', '-t', 'ext4', '-d', root, join(folder, 'disk'), diskSize])
}

/** As little as it takes to begin with the disk: what Debian makes for any machine takes an emulated one long. */
async function makeInitrd(root: string, folder: string): Promise<void> {
  const content = join(folder, 'initrd-content')
  cpSync(initrd, content, { recursive: true })
  for (const path of ['bin', 'modules']) mkdirSync(join(content, path))
  copyFileSync('/bin/busybox', join(content, 'bin/busybox'))
  const [kernel = ''] = readdirSync(join(root, 'lib/modules'))
  const ask = ['modprobe', '--set-version', kernel, '--show-depends', '--all', ...recipe.modules]
  // Lines like `insmod /lib/modules/…/virtio.ko`, in the order in which they are needed.
  const paths = [...(await run('chroot', [root, ...ask])).matchAll(/^insmod (\S+)/gm)].map(
    ([, path = '']) => path,
  )
  const needed = [...new Set(paths)]
  for (const path of needed) copyFileSync(join(root, path), join(content, 'modules', basename(path)))
  writeFileSync(join(content, 'modules/order'), needed.map((path) => `${basename(path)}\n`).join(''))
  await run('sh', ['-c', `cd ${content} && find . | /bin/busybox cpio -o -H newc > ../initrd`])
  rmSync(content, { recursive: true })
}

/** @returns what it printed @throws Error with the end of it */
function run(program: string, parameters: string[]): Promise<string> {
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += String(text)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(said)
      else reject(new Error(`${program} ended with ${code}:\n${said.slice(-3000)}`))
    })
  })
}
