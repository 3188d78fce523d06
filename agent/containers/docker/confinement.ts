import { readFileSync } from 'node:fs'
import type Docker from 'dockerode'
import { keptCapabilities, mostOpenFiles, mostPids } from '../../../core/process/confinement'

/** No more than this machine lets the agent itself have: Docker could not give it. None where Docker has a machine of its own. */
function openFiles(): Docker.HostConfig['Ulimits'] {
  const own = ownMostOpenFiles()
  const most = Math.min(mostOpenFiles, own ?? Infinity)
  return own === undefined ? [] : [{ Name: 'nofile', Soft: most, Hard: most }]
}

function ownMostOpenFiles(): number | undefined {
  try {
    const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return hard === 'unlimited' ? Infinity : Number(hard)
  } catch {
    return undefined
  }
}

/** What every container is held by, whatever its image asks for. */
export const confinement = {
  CapDrop: ['ALL'],
  CapAdd: keptCapabilities,
  SecurityOpt: ['no-new-privileges'],
  PidsLimit: mostPids,
  Ulimits: openFiles(),
} satisfies Docker.HostConfig
