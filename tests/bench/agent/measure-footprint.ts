import { readFileSync } from 'node:fs'
import type { Clock } from '../../../core/time/clock'
import { buildDesiredProcess } from '../../builders/desired-process'
import type { DockerAgent } from '../../contract/containers/docker-agent'

const settleMs = 20_000
const measuredMs = 60_000
/** As often as the controller asks. */
const askedEveryMs = 10_000
/** Of the kernel's accounting, to the second. */
const ticks = 100

/** Prints what an agent takes of memory and processor time while so many healthy containers run and nothing happens. */
export async function measureFootprint(agent: DockerAgent, containers: number, clock: Clock): Promise<void> {
  const ids = Array.from({ length: containers }, (_, index) => `process-${index}`)
  await agent.apply(
    ...ids.map((id) => buildDesiredProcess({ id, image: 'test/web', memoryMb: 20, cpu: 0.01 })),
  )
  for (const id of ids) await agent.processWhen(id, ({ state }) => state === 'healthy', 300_000)
  await clock.sleep(settleMs)
  const before = processorSeconds(agent.pid)
  const resident: number[] = []
  for (let passed = 0; passed < measuredMs; passed += askedEveryMs) {
    await clock.sleep(askedEveryMs)
    await agent.status()
    resident.push(residentMegabytes(agent.pid))
  }
  const share = (processorSeconds(agent.pid) - before) / (measuredMs / 1000)
  console.log(`\nAn agent with ${containers} healthy containers, over ${measuredMs / 1000} s`)
  console.log(`  resident memory      ${Math.max(...resident).toFixed(0)} MB at most   (goal: under 80)`)
  console.log(`  processor            ${(share * 100).toFixed(2)} % of a core   (goal: under 1)`)
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

/** User and system time of a process so far (proc(5)). */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticks
}
