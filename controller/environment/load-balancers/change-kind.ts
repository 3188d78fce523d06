import { balancerLines } from '../../../core/environment-log/network-lines'
import type { BalancingStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { kindOf, leadingKind } from '../../../core/resources/leading-balancers'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import type { LoadBalancersFacts, TrafficFacts } from '../facts'
import { areNamesThrough, lookSeconds } from '../move/phases'
import { isDeploying } from '../summarize'
import { isBehind } from '../traffic/target-health'
import { mayTakeNames } from '../workload/certificate-cover'
import { isSamePort, leadingBalancers, wantedBalancers } from '../workload/exposed-ports'
import { demandKeyOf } from '../workload/goal'
import { isMovingNetwork } from '../workload/places'

type Change = NonNullable<BalancingStatus['next']>
type Known = LoadBalancersFacts & TrafficFacts

/** An environment that has no load balancer yet has those that are wanted from the beginning. */
export function settleKind({ pass, draft: { status } }: Work): void {
  const { loadBalancing = 'OWN' } = pass.environment.spec
  if (status.loadBalancers.length > 0 || leadingKind(status) === loadBalancing) return
  status.balancing = { ...status.balancing, present: loadBalancing }
  delete status.balancing.next
}

/** Begins to change to the load balancers that are wanted, or takes the next step of that; one change of place at a time. */
export function decideKind(work: Work, known: Known): Outcome {
  const { pass, draft } = work
  const { status } = draft
  const { loadBalancing: wanted = 'OWN' } = pass.environment.spec
  const next = status.balancing?.next
  if (next?.phase === 'Making' && next.kind !== wanted) {
    delete status.balancing?.next
    draft.event(balancerLines.notChanging, { kind: wanted })
    return ready
  }
  if (next) return advance(work, known, next)
  if (leadingKind(status) === wanted || isMovingNetwork(status)) return ready
  status.balancing = {
    present: 'OWN',
    ...status.balancing,
    next: { kind: wanted, phase: 'Making', phaseEpoch: pass.now },
  }
  draft.event(balancerLines.changing, { kind: wanted })
  return waiting('Working', 'Continuing.', pass.limits.actSeconds)
}

function advance(work: Work, known: Known, next: Change): Outcome {
  const { pass, draft } = work
  const wait = whatIsMissing(work, known, next)
  if (wait !== undefined) return waiting('Working', wait, lookSeconds(work, next))
  if (next.phase === 'Making') {
    enter(work, next, 'Leading')
    renewTold(work)
    draft.event(balancerLines.leading, next)
  } else if (next.phase === 'Leading') enter(work, next, 'Waiting')
  else if (draft.status.balancing) {
    draft.status.balancing.present = next.kind
    delete draft.status.balancing.next
    draft.event(balancerLines.changed, next)
  }
  return waiting('Working', 'Continuing.', pass.limits.actSeconds)
}

function enter({ pass }: Work, next: Change, phase: Change['phase']): void {
  Object.assign(next, { phase, phaseEpoch: pass.now })
}

/** Processes know the addresses of other applications from when they were started: those that know any are started anew. */
function renewTold({ pass, draft: { status } }: Work): void {
  const { wanted } = pass.goal
  const isTold = (applicationId: string) =>
    wanted.some(
      ({ application }) => application.applicationId !== applicationId && application.ports.length > 0,
    )
  const told = wanted.map(({ application }) => application.applicationId).filter(isTold)
  if (status.balancing && told.length > 0)
    status.balancing.renewed = [
      ...(status.balancing.renewed ?? []).filter(({ applicationId }) => !told.includes(applicationId)),
      ...told.map((applicationId) => ({ applicationId, epoch: pass.now })),
    ]
}

function whatIsMissing(work: Work, known: Known, next: Change): string | undefined {
  const { pass, draft } = work
  switch (next.phase) {
    case 'Making':
      return whatDoesNotServe(work, known, next)
    case 'Leading':
      return areNamesThrough(draft.status, leadingBalancers(draft.status))
        ? undefined
        : 'Waiting until names lead to the new load balancers.'
    case 'Waiting':
      if (pass.secondsSince(next.phaseEpoch) < pass.limits.formerNamesSeconds)
        return 'Waiting until nobody knows the former addresses of load balancers.'
      return isAnyToldBefore(work)
        ? 'Waiting until processes that know former addresses are replaced.'
        : undefined
  }
}

/** Everybody who serves behind the present load balancers is to serve behind the new ones too before anybody is sent there. */
function whatDoesNotServe(
  { pass, draft: { status } }: Work,
  known: Known,
  { kind }: Change,
): string | undefined {
  if (isDeploying(pass)) return 'Waiting for the deployment to end.'
  const entries = status.loadBalancers.filter((entry) => kindOf(entry) === kind)
  const isUp = ({ url, loadBalancerId = '' }: LoadBalancerStatus) =>
    url !== undefined && known.activeLoadBalancers.has(loadBalancerId)
  const wanted = wantedBalancers(pass.goal, status).filter((port) => kindOf(port) === kind)
  if (!wanted.every((port) => entries.some((entry) => isSamePort(entry, port) && isUp(entry))))
    return 'Waiting for load balancers.'
  const serving = status.processes.filter(({ phase }) => phase === 'Serving')
  if (!serving.every((process) => isBehind(process, status, known, kind)))
    return 'Waiting until everything serves behind the new load balancers.'
  return mayTakeNames(entries, leadingBalancers(status), status)
    ? undefined
    : 'Waiting until the new load balancers know all names.'
}

/** Whether a process runs that was told addresses of before. */
function isAnyToldBefore({ pass: { goal }, draft: { status } }: Work): boolean {
  const renewed = new Set(status.balancing?.renewed?.map(({ applicationId }) => applicationId))
  const keys = new Set(goal.wanted.map(({ key }) => key))
  return status.processes.some(
    ({ applicationId, releaseId }) =>
      renewed.has(applicationId) && !keys.has(demandKeyOf(applicationId, releaseId)),
  )
}
