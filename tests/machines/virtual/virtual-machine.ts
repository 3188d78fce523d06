import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../builders/eventually'
import { findFreePorts } from '../../kube/daemon'
import { collectFile } from '../../secrets/collect'
import type { Supplier } from '../supplier'
import { ensureMachineRoot } from './machine-root'

export interface VirtualMachine {
  /** A port of this machine that leads to one of that machine's. */
  forward(port: number): Promise<number>
  /** What its console showed. */
  console(): string
  /** As Ctrl-Alt-Delete: its system ends everything and starts again. */
  reboot(): Promise<void>
  stop(): Promise<void>
}

/**
 * A computer that boots a Debian with Docker as an instance of AWS would boot its image: the metadata service at its address gives it user data. Emulated,
 * as KVM is not everywhere; what it writes is forgotten with it.
 */
export async function startVirtualMachine(
  metadataPort: number,
  { certificate }: Pick<Supplier, 'certificate'>,
  memoryMib: number,
): Promise<VirtualMachine> {
  const { kernel, initrd, disk } = await ensureMachineRoot()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-machine-'))
  const path = (name: string) => join(folder, name)
  // A disk has whole sectors.
  writeFileSync(path('certificate'), certificate.padEnd(Math.ceil(certificate.length / 512) * 512, '\0'))
  const log = openSync(path('console.log'), 'a')
  const machine = spawn(
    'qemu-system-x86_64',
    [
      ...['-accel', 'tcg,thread=multi', '-cpu', 'Nehalem', '-smp', '2', '-m', String(memoryMib)],
      ...['-display', 'none', '-serial', 'stdio', '-monitor', `unix:${path('monitor')},server,nowait`],
      ...['-kernel', kernel, '-initrd', initrd],
      ...['-append', 'console=ttyS0 quiet mitigations=off nokaslr apparmor=0 systemd.show_status=0'],
      ...['-drive', `file=${disk},format=raw,if=virtio,snapshot=on`],
      ...['-drive', `file=${path('certificate')},format=raw,if=virtio,readonly=on`],
      ...['-netdev', 'user,id=public', '-device', 'virtio-net-pci,netdev=public,romfile='],
      ...['-netdev', metadataNetwork(metadataPort)],
      ...['-device', 'virtio-net-pci,netdev=metadata,romfile=', '-device', 'virtio-rng-pci'],
    ],
    { stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const ended = once(machine, 'exit')
  await eventually('QEMU to listen', () => existsSync(path('monitor')) || machine.exitCode !== null, 60_000)
  if (machine.exitCode !== null) throw new Error(readFileSync(path('console.log'), 'utf8'))
  const kill = () => machine.kill('SIGKILL')
  process.once('exit', kill)
  return {
    async forward(port) {
      const [own = 0] = await findFreePorts(1)
      await tell(path('monitor'), `hostfwd_add public tcp:127.0.0.1:${own}-:${port}`)
      return own
    },
    console: () => readFileSync(path('console.log'), 'utf8'),
    reboot: () => tell(path('monitor'), 'sendkey ctrl-alt-delete'),
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
      collectFile(path('console.log'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A network of its own, on which nobody else is: QEMU passes each connection on. */
const metadataNetwork = (port: number) =>
  [
    'user,id=metadata,restrict=on',
    'net=169.254.169.0/24,host=169.254.169.1,dns=169.254.169.2,dhcpstart=169.254.169.10',
    `guestfwd=tcp:169.254.169.254:80-cmd:/bin/busybox nc 127.0.0.1 ${port}`,
  ].join(',')

const prompt = '(qemu) '

/** A command for QEMU's monitor. @throws Error with what it answered, if anything */
async function tell(socketPath: string, command: string): Promise<void> {
  const socket = connect(socketPath)
  let said = ''
  const untilPrompt = async () => {
    said = ''
    for (;;) {
      const [text] = (await once(socket, 'data')) as [Buffer]
      said += text.toString()
      if (said.endsWith(prompt)) return
    }
  }
  try {
    await untilPrompt()
    const answered = untilPrompt()
    socket.write(`${command}\n`)
    await answered
  } finally {
    socket.destroy()
  }
  // It echoes what was typed, with marks for a terminal, in its first line.
  const answer = said.slice(said.indexOf('\n') + 1, -prompt.length).trim()
  if (answer !== '') throw new Error(`QEMU answered ${command} with: ${answer}`)
}
