import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type Docker from 'dockerode'
import { bridgeName, networkName } from './network'

const run = promisify(execFile)

/**
 * Makes the instance know a container, and the container the instance, by hardware addresses that no message of another container changes
 * (ARP believes whoever speaks last). Doing it again changes nothing.
 *
 * @throws Error when it could not be done
 */
export async function fixNeighbours({ State, NetworkSettings }: Docker.ContainerInspectInfo): Promise<void> {
  const { IPAddress, MacAddress, Gateway } = NetworkSettings.Networks[networkName] ?? {}
  // It ended at once.
  if (!IPAddress || !MacAddress || !Gateway || !State.Pid) return
  const bridgeAddress = (await readFile(`/sys/class/net/${bridgeName}/address`, 'utf8')).trim()
  await run('ip', permanent(IPAddress, MacAddress, bridgeName))
  const within = ['--target', String(State.Pid), '--net', 'ip']
  await run('nsenter', [...within, ...permanent(Gateway, bridgeAddress, deviceInContainers)])
}

/** Docker's name for the one device that leads out of a container. */
const deviceInContainers = 'eth0'

const permanent = (address: string, hardwareAddress: string, device: string): string[] => [
  ...['neighbour', 'replace', address, 'lladdr', hardwareAddress],
  ...['dev', device, 'nud', 'permanent'],
]
