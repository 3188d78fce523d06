import type { Agents } from '../../../controller/agents/agents'
import type { Cloud, CloudAccount, Target } from '../../../controller/cloud/cloud'
import type { InstanceBooter } from '../../../simulator/booter'
import { httpTraffic } from '../../../simulator/load-balancing/http-traffic'
import type { Traffic } from '../../../simulator/load-balancing/traffic'
import { healthyThreshold } from '../../../simulator/timings'
import { createMetrics, type ControllerMetrics } from '../../../controller/runtime/metrics'
import type { AgentStatus } from '../../../core/agent/protocol'
import type { Recorder } from './recorder'
import { now } from './split-time'

/** Every call of the group, timed. */
const timeCalls = <Group extends object>(group: Group, recorder: Recorder): Group =>
  Object.fromEntries(
    Object.entries(group as Record<string, (...rest: unknown[]) => Promise<unknown>>).map(([name, call]) => [
      name,
      (...rest: unknown[]) => recorder.time('cloud calls', () => call(...rest)),
    ]),
  ) as Group

/** The cloud, with the time its calls take, and `registered` told of every new target. */
export function timeCloud(cloud: Cloud, recorder: Recorder, registered: (target: Target) => void): Cloud {
  return {
    account(access) {
      const account = cloud.account(access)
      const timed = Object.fromEntries(
        Object.entries(account).map(([name, group]) => [name, timeCalls(group as object, recorder)]),
      ) as unknown as CloudAccount
      const registerTargets: CloudAccount['loadBalancers']['registerTargets'] = (groupId, targets) => {
        targets.forEach(registered)
        return timed.loadBalancers.registerTargets(groupId, targets)
      }
      return { ...timed, loadBalancers: { ...timed.loadBalancers, registerTargets } }
    },
  }
}

/** Times how long load balancers take to find new targets healthy. */
export function timeTargetChecks(recorder: Recorder): {
  traffic: Traffic
  registered(target: Target): void
} {
  const waiting = new Map<number, { since: number; passes: number }>()
  return {
    registered: ({ port }) => void waiting.set(port, { since: now(), passes: 0 }),
    traffic: {
      open: (...rest) => httpTraffic.open(...rest),
      async probe(question) {
        const answer = await httpTraffic.probe(question)
        const { port } = question
        const target = waiting.get(port)
        if (target) target.passes = answer.status === 200 ? target.passes + 1 : 0
        if (target?.passes === healthyThreshold) {
          waiting.delete(port)
          recorder.add('target checks', target.since, now())
        }
        return answer
      },
    },
  }
}

export const timeBoots = (booter: InstanceBooter, recorder: Recorder): InstanceBooter => ({
  ...booter,
  boot: (instance) => recorder.time('instance boots', () => booter.boot(instance)),
})

/** The agents, with the time that calls take, and that processes take from being asked for to being healthy. */
export function timeAgents(agents: Agents, recorder: Recorder): Agents {
  const askedEpochs = new Map<string, number>()
  const noteHealthy = (status: AgentStatus): AgentStatus => {
    for (const { id, healthyEpoch } of status.processes) {
      const asked = askedEpochs.get(id)
      if (asked === undefined || asked === Infinity || healthyEpoch === undefined) continue
      recorder.add('process starts', asked, healthyEpoch)
      askedEpochs.set(id, Infinity)
    }
    return status
  }
  return {
    async apply(address, desired) {
      for (const { id } of desired.processes) if (!askedEpochs.has(id)) askedEpochs.set(id, now())
      return noteHealthy(await recorder.time('agent calls', () => agents.apply(address, desired)))
    },
    replace: (address, replacement) => agents.replace(address, replacement),
    resolveImages: (address, questions) => agents.resolveImages(address, questions),
    usage: (address, afterEpoch) => agents.usage(address, afterEpoch),
    status: async (address) => noteHealthy(await recorder.time('agent calls', () => agents.status(address))),
  }
}

/** Metrics that also say when each pass of a controller was. */
export function timePasses(recorder: Recorder): ControllerMetrics {
  const metrics = createMetrics()
  return {
    ...metrics,
    observeReconcile(controller, outcome, seconds) {
      recorder.add(`${controller} passes`, now() - seconds * 1000, now())
      metrics.observeReconcile(controller, outcome, seconds)
    },
  }
}
