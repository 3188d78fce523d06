import { expect, it } from 'vitest'
import { AgentUnreachableError, type Agents } from '../../controller/agents/agents'
import { agentControlPort } from '../../core/agent/protocol'
import { contains, parseCidr } from '../../core/aws/cidr'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

const before = { range: '203.0.113.0/28', address: '203.0.113.7' }
const after = { range: '198.51.100.0/28', address: '198.51.100.7' }

/** A live environment whose agents hear a controller only from addresses that their security group lets in. */
async function buildLive() {
  const bench = await buildEnvironmentBench()
  let address = before.address
  const isLetIn = () => {
    const from = parseCidr(`${address}/32`)
    return bench.snapshot().things.some(({ id }) => {
      const [, cidr] = id.split(`/rule/${agentControlPort}-${agentControlPort}/`)
      const range = cidr === undefined ? undefined : parseCidr(cidr)
      return from !== undefined && range !== undefined && contains(range, from)
    })
  }
  const agents = new Proxy<Agents>(bench.agents, {
    get(target, call: keyof Agents) {
      const ask = target[call].bind(target) as (...parameters: unknown[]) => Promise<unknown>
      return async (...parameters: unknown[]) => {
        if (!isLetIn()) throw new AgentUnreachableError('The agent does not answer.')
        return ask(...parameters)
      }
    },
  })
  /** The operator's change: another controller, with these ranges. */
  const restart = (controlCidrs: string[]) => bench.replaceController({ controlCidrs, agents })
  restart([before.range])
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
  await bench.runUntilReady()
  return { bench, restart, switchAddress: () => (address = after.address) }
}

it('a controller that changes its address loses no agent where the new range is let in beside the old one before', async () => {
  const { bench, restart, switchAddress } = await buildLive()
  const launched = bench.launched.size
  restart([before.range, after.range])
  await bench.runFor(120)
  switchAddress()
  await bench.runFor(300)
  restart([after.range])
  await bench.runFor(300)
  expect(bench.launched.size).toBe(launched)
  expect(bench.servingTags()).toEqual(['1', '1'])
})

it('every agent is lost where the address changes first', async () => {
  const { bench, switchAddress } = await buildLive()
  const launched = bench.launched.size
  switchAddress()
  await bench.runFor(600)
  expect(bench.launched.size).toBeGreaterThan(launched)
})
