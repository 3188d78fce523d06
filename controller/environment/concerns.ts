import type { EnvironmentStatus } from '../../core/resources/environment'
import { Certificates } from './certificates/certificates'
import type { Concern } from './concern'
import type { Course } from './course'
import { Dns } from './dns/dns'
import type { LoadBalancersFacts, NetworkFacts, RolloutFacts } from './facts'
import { Fleet } from './fleet/fleet'
import { Interruptions } from './interruptions/interruptions'
import { LoadBalancers } from './load-balancers/load-balancers'
import { Metering } from './metering/metering'
import { Move } from './move/move'
import { Network } from './network/network'
import { Output } from './output/output'
import { Patches } from './patches/patches'
import { Peerings } from './peering/peerings'
import { Processes } from './processes/processes'
import { Rollout } from './rollout/rollout'
import { Scaling } from './scaling/scaling'
import { Traffic } from './traffic/traffic'

/** Everything there is to take care of in one environment. */
export const createConcerns = () => ({
  network: new Network(),
  rollout: new Rollout(),
  fleet: new Fleet(),
  output: new Output(),
  processes: new Processes(),
  scaling: new Scaling(),
  loadBalancers: new LoadBalancers(),
  dns: new Dns(),
  certificates: new Certificates(),
  peering: new Peerings(),
  traffic: new Traffic(),
  move: new Move(),
  interruptions: new Interruptions(),
  patches: new Patches(),
  metering: new Metering(),
})

export type Concerns = ReturnType<typeof createConcerns>

/** The part of a status that the next pass acts on. */
export const intentsOf = (concerns: Concerns, status: EnvironmentStatus): unknown[] =>
  Object.values<Concern>(concerns).map((concern) => concern.intents?.(status))

/** The facts that a whole pass is summed up by. */
export type Findings = NetworkFacts & LoadBalancersFacts & RolloutFacts

/** The facts that are known without a look. */
export const recallFindings = (
  { network, loadBalancers, rollout }: Concerns,
  { status }: Course,
): Findings => ({
  ...network.recall(status),
  ...loadBalancers.recall(status),
  ...rollout.recall(),
})

/**
 * Takes care of everything: first all act and look, then all decide. Who needs what another one learned comes after it. A part of the network
 * that is missing holds up nobody who does not need it; without any, there is nothing else to do.
 */
export async function runConcerns(course: Course, concerns: Concerns): Promise<Findings> {
  const network = await course.look(concerns.network, {})
  if (course.outcomeOf(concerns.network).kind !== 'ready' && !course.status.network.vpcId)
    return { ...recallFindings(concerns, course), ...network }

  const fleet = await course.look(concerns.fleet, network)
  await course.look(concerns.output, {})
  const processes = await course.look(concerns.processes, fleet)
  await course.look(concerns.scaling, fleet)
  const loadBalancers = await course.look(concerns.loadBalancers, { ...network, ...fleet })
  await course.look(concerns.dns, {})
  await course.look(concerns.certificates, fleet)
  await course.look(concerns.peering, {})
  const traffic = await course.look(concerns.traffic, { ...fleet, ...loadBalancers })
  const move = await course.look(concerns.move, fleet)
  const interruptions = await course.look(concerns.interruptions, processes)
  const agents = { ...fleet, ...processes }
  await course.look(concerns.patches, agents)
  await course.look(concerns.metering, processes)

  const service = { ...loadBalancers, ...traffic }
  const rollout = await course.decide(concerns.rollout, {
    ...network,
    ...agents,
    ...service,
    ...interruptions,
  })
  await course.decide(concerns.scaling, fleet)
  await course.decide(concerns.fleet, { ...agents, ...rollout })
  await course.decide(concerns.output, processes)
  await course.decide(concerns.loadBalancers, { ...fleet, ...service })
  await course.decide(concerns.dns, fleet)
  await course.decide(concerns.certificates, fleet)
  const peering = await course.decide(concerns.peering, fleet)
  await course.decide(concerns.move, { ...fleet, ...loadBalancers, ...move, ...rollout, ...peering })
  await course.decide(concerns.interruptions, {})
  await course.decide(concerns.patches, { ...agents, ...rollout })
  return { ...network, ...loadBalancers, ...rollout }
}
