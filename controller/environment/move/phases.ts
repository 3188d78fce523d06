import { moveLines } from '../../../core/environment-log/network-lines'
import type {
  DnsRecordStatus,
  EnvironmentStatus,
  LoadBalancerStatus,
  NextNetwork,
} from '../../../core/resources/environment'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import { isSameTarget } from '../dns/ownership'
import { partsOf } from '../network/parts'
import { isDeploying } from '../summarize'
import { isSamePort, wantedBalancers } from '../workload/exposed-ports'
import { mayTakeNames } from '../workload/certificate-cover'
import { standsIn } from '../../../core/resources/leading-balancers'
import { workloadIn } from '../workload/places'
import { selectProcesses } from '../workload/selection'
import type { Work } from '../concern'
import type { LoadBalancersFacts } from '../facts'

/** Takes the next step of a move, if all that is needed for it is there. @returns what it waits for */
export function advanceMove(work: Work, known: LoadBalancersFacts, next: NextNetwork): Outcome {
  const { draft } = work
  const wait = whatIsMissing(work, known, next)
  if (wait !== undefined) return waiting('Working', wait, lookSeconds(work, next))
  switch (next.phase) {
    case 'Making':
      return ready
    case 'Equipping':
      draft.event(moveLines.filling)
      return enter(work, next, 'Filling')
    case 'Filling':
      draft.event(moveLines.leading)
      return enter(work, next, 'Leading')
    case 'Leading':
      return enter(work, next, 'Waiting')
    case 'Waiting':
      return settle(work, next)
  }
}

/** The longer a step takes, the less a moment more matters. */
export function lookSeconds({ pass }: Work, { phaseEpoch }: { phaseEpoch: number }): number {
  const { pollSeconds, resyncSeconds } = pass.limits
  return Math.min(resyncSeconds, Math.max(pollSeconds, Math.round(pass.secondsSince(phaseEpoch) / 4)))
}

function enter({ pass }: Work, next: NextNetwork, phase: NextNetwork['phase']): Outcome {
  delete next.told
  Object.assign(next, { phase, phaseEpoch: pass.now })
  return waiting('Working', 'Continuing.', pass.limits.actSeconds)
}

/** From now on the environment is where it moved to, and what is left behind goes. */
function settle({ pass, draft }: Work, next: NextNetwork): Outcome {
  const { status } = draft
  status.former = status.network
  status.network = partsOf(next)
  delete status.next
  draft.event(moveLines.settled, { cidr: next.cidr })
  return waiting('Working', 'Removing the former network.', pass.limits.actSeconds)
}

function whatIsMissing(work: Work, known: LoadBalancersFacts, next: NextNetwork): string | undefined {
  switch (next.phase) {
    case 'Making':
      return 'Creating a network beside the current one.'
    case 'Equipping':
      return whatIsNotEquipped(work, known, next)
    case 'Filling':
      return whatDoesNotServe(work, next)
    case 'Leading':
      return areNamesThrough(work.draft.status, work.draft.status.loadBalancers.filter(standsIn(next)))
        ? undefined
        : 'Waiting until names lead to the new network.'
    case 'Waiting': {
      const { formerNamesSeconds } = work.pass.limits
      const isOver = work.pass.secondsSince(next.phaseEpoch) >= formerNamesSeconds
      return isOver ? undefined : 'Waiting until nobody knows the former addresses.'
    }
  }
}

/** The obstacle to starting processes there: they must find the addresses of the others, and reach what they reach now. */
function whatIsNotEquipped(
  { pass, draft }: Work,
  { activeLoadBalancers }: LoadBalancersFacts,
  next: NextNetwork,
): string | undefined {
  const { status } = draft
  const wanted = wantedBalancers(pass.goal, status).filter(standsIn(next))
  const isUp = (entry: LoadBalancerStatus) =>
    entry.url !== undefined && activeLoadBalancers.has(entry.loadBalancerId ?? '')
  const balancers = status.loadBalancers.filter(standsIn(next))
  if (!wanted.every((port) => balancers.some((entry) => isSamePort(entry, port) && isUp(entry))))
    return 'Waiting for load balancers in the new network.'
  const peerings = status.peerings ?? []
  const connected = peerings.filter(({ phase }) => phase === 'Connected')
  const isConnected = connected
    .filter(({ ownVpcId }) => ownVpcId === status.network.vpcId)
    .every(({ network }) => connected.some((one) => one.network === network && one.ownVpcId === next.vpcId))
  return isConnected ? undefined : 'Waiting for connections of the new network.'
}

/** The obstacle to leading names there. While a deployment is under way, nobody knows what is to serve. */
function whatDoesNotServe({ pass, draft: { status } }: Work, next: NextNetwork): string | undefined {
  if (isDeploying(pass)) return 'Waiting for the deployment to end.'
  const { wanted } = pass.goal
  const { selections } = selectProcesses(wanted, workloadIn(status, next), pass.environment.spec)
  if (!selections.every(({ isServed }) => isServed))
    return 'Waiting until everything serves in the new network.'
  const inNetwork = (network: { generation?: number }) => status.loadBalancers.filter(standsIn(network))
  return mayTakeNames(inNetwork(next), inNetwork(status.network), status)
    ? undefined
    : 'Waiting for HTTPS in the new network.'
}

/** Whether all names lead to these load balancers; names that are taken by somebody else or about to go do not count. */
export function areNamesThrough(status: EnvironmentStatus, loadBalancers: LoadBalancerStatus[]): boolean {
  const aliasOf = (record: DnsRecordStatus) => loadBalancers.find((one) => isSamePort(one, record))?.alias
  return (status.dns?.records ?? []).every(
    (record) =>
      record.phase === 'Taken' ||
      record.phase === 'Removing' ||
      (record.phase === 'Present' && isSameTarget(record.target, aliasOf(record))),
  )
}
