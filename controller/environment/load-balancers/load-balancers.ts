import { balancerLines, networkLines } from '../../../core/environment-log/network-lines'
import { purposeTag } from '../../../core/aws/ownership'
import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { isShared, kindOf, servedKinds, standsIn } from '../../../core/resources/leading-balancers'
import { CloudError, type LoadBalancer, type LookedUp } from '../../cloud/cloud'
import { joinOutcomes, ready, allDone, type Outcome } from '../../reconcile/outcome'
import { Absence } from '../absence'
import { attempt, settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { Draft } from '../draft'
import type { FleetFacts, LoadBalancersFacts, NetworkFacts, TrafficFacts } from '../facts'
import type { Pass } from '../pass'
import { sharedPurposeIn } from '../workload/balancer-names'
import {
  exposedPortOf,
  forgetTargetGroup,
  isSameBalancer,
  wantedBalancers,
  type PlacedPort,
} from '../workload/exposed-ports'
import { isSameSlot } from '../workload/listener-ports'
import { ensureHealthChecks } from './ensure-health-checks'
import { leaveFormerVpc, makeBalancer, type Seen } from './make-balancer'
import { decideKind, settleKind } from './change-kind'
import { ensureShared, openListener } from './make-shared'
import { removeUnneeded } from './remove-unneeded'

/** A load balancer with its target group and listener for every exposed port of what is to run. */
export class LoadBalancers implements Concern {
  readonly condition = 'LoadBalancersReady'
  readonly readyMessage = 'Every exposed port has its load balancer.'
  readonly intents = ({ balancing }: EnvironmentStatus) => balancing
  private readonly absence = new Absence()
  /** Ids of those that were up at the last look. */
  private readonly active = new Set<string>()

  recall(status: EnvironmentStatus): LoadBalancersFacts {
    return {
      isLoadBalancingMissed: this.absence.isAnyMissed(idsOf(status)),
      activeLoadBalancers: new Set(this.active),
      failedLoadBalancers: new Set(),
      balancerObstacles: [],
    }
  }

  /**
   * Makes what is missing and deletes what nothing needs any more. Load balancers become active by themselves; nothing waits for it here,
   * because instances and processes can start in the meantime.
   */
  async carryOut(work: Work, known: NetworkFacts & FleetFacts): Promise<Learned<LoadBalancersFacts>> {
    const { pass, draft } = work
    settleKind(work)
    const failedLoadBalancers = new Set<string>()
    const balancerObstacles: Outcome[] = []
    const attempts: Learned[] = [
      await attempt(
        () => this.ensureWanted(work, known, failedLoadBalancers, balancerObstacles),
        pass.limits,
      ),
      await attempt(() => ensureHealthChecks(work), pass.limits),
      settlingSeconds(pass, known) > 0
        ? {}
        : await attempt(() => removeUnneeded(work, this.active), pass.limits),
    ]
    return {
      ...this.recall(draft.status),
      failedLoadBalancers,
      balancerObstacles,
      isSomethingMissing: attempts.some((one) => one.isSomethingMissing),
      outcome: joinOutcomes(attempts.map(({ outcome = ready }) => outcome)),
    }
  }

  /** Begins to change from load balancers of their own to a shared one or back, and takes the next step of it. */
  decide(work: Work, known: FleetFacts & LoadBalancersFacts & TrafficFacts): Learned<LoadBalancersFacts> {
    return settlingSeconds(work.pass, known) > 0 ? {} : { outcome: decideKind(work, known) }
  }

  /**
   * Adds to `failed` the applications of load balancers that AWS could not make, and to `obstacles` what it refuses of the network to which
   * the environment moves: nobody who is served waits for that.
   */
  private async ensureWanted(
    work: Work,
    { isNetworkMissed }: NetworkFacts,
    failed: Set<string>,
    obstacles: Outcome[],
  ): Promise<Learned> {
    const { pass, draft } = work
    const { loadBalancers, next } = draft.status
    const wanted = wantedBalancers(pass.goal, draft.status)
    for (const { applicationName: _name, ...exposed } of wanted)
      if (!loadBalancers.some((one) => isSameBalancer(one, exposed)))
        loadBalancers.push({ ...exposed, ...groupOfSlot(loadBalancers, exposed) })
    const isUnfinished = loadBalancers.some(
      (one) => !one.url && wanted.some((exposed) => isSameBalancer(exposed, one)),
    )
    const { isLoadBalancingMissed } = this.recall(draft.status)
    const isInDoubt = isLoadBalancingMissed || this.absence.isAnyUnconfirmed(idsOf(draft.status))
    if (!isUnfinished && !isInDoubt && !this.hasInactive(draft) && !pass.isSurveyDue) return {}
    const seen = await look(pass)
    adopt(draft, seen)
    await this.forgetLost(work, seen)
    this.takeOverStates(draft, seen.balancers, failed)
    // Nothing can be made in what is perhaps gone.
    if (isNetworkMissed) return {}
    const completeAll = async (some: typeof wanted) => {
      const unfinished = some.flatMap(({ applicationName, ...exposed }) => {
        const entry = loadBalancers.find((one) => isSameBalancer(one, exposed))
        return entry && !entry.url ? { entry, applicationName } : []
      })
      if (unfinished.some(({ entry }) => isShared(entry))) await ensureShared(work, seen, unfinished)
      await allDone(
        unfinished.map(({ entry, applicationName }) => this.complete(work, entry, applicationName, seen)),
      )
    }
    const isForMove = next ? standsIn(next) : () => false
    const recorded = idsOf(draft.status)
    try {
      const { outcome } = await attempt(async () => {
        await completeAll(wanted.filter(isForMove))
        return {}
      }, pass.limits)
      if (outcome) obstacles.push(outcome)
      await completeAll(wanted.filter((one) => !isForMove(one)))
    } finally {
      this.absence.recordMade(
        idsOf(draft.status).filter((id) => !recorded.includes(id)),
        pass,
      )
    }
    return {}
  }

  /** Without its `url` an entry is completed anew, and what it still has is used. */
  private async forgetLost({ pass, draft }: Work, { balancers, targetGroups }: Seen): Promise<void> {
    const isLost = (id: string, listed: { id: string }[], kind: LookedUp, what: string) =>
      this.absence.isProven(
        pass,
        id,
        listed,
        () => pass.account.lookup.find(kind, id),
        () => draft.event(networkLines.untagged, { what, id }),
      )
    for (const entry of draft.status.loadBalancers) {
      const say = (what: string) => draft.event(balancerLines.partGone, { what, port: entry.port })
      const { loadBalancerId, targetGroupId, url } = entry
      if (loadBalancerId && (await isLost(loadBalancerId, balancers, 'load-balancer', 'load balancer'))) {
        say('load balancer')
        this.forgetBalancer(entry)
      }
      if (targetGroupId && (await isLost(targetGroupId, targetGroups, 'target-group', 'target group'))) {
        say('target group')
        forgetTargetGroup(entry)
      }
      const balancer = balancers.find(({ id }) => id === entry.loadBalancerId)
      if (
        url &&
        entry.url &&
        balancer &&
        !balancer.listenerPorts.includes(entry.listenerPort ?? entry.port)
      ) {
        say('listener')
        delete entry.url
      }
    }
  }

  private forgetBalancer(entry: LoadBalancerStatus): void {
    this.active.delete(entry.loadBalancerId ?? '')
    delete entry.loadBalancerId
    delete entry.url
    delete entry.hosts
  }

  private hasInactive({ status }: Draft): boolean {
    return status.loadBalancers.some(
      ({ loadBalancerId }) => loadBalancerId && !this.active.has(loadBalancerId),
    )
  }

  private takeOverStates(draft: Draft, balancers: LoadBalancer[], failed: Set<string>): void {
    const { next, loadBalancers } = draft.status
    const served = servedKinds(draft.status)
    for (const { id, state, alias, addresses } of balancers) {
      if (state === 'active') this.active.add(id)
      else this.active.delete(id)
      for (const entry of loadBalancers.filter(({ loadBalancerId }) => loadBalancerId === id)) {
        entry.alias = alias
        const address = addresses.find(({ port }) => port === (entry.listenerPort ?? entry.port))
        if (entry.url && address) entry.url = address.url
        const isToCome = (next && standsIn(next)(entry)) || !served.includes(kindOf(entry))
        if (!isToCome && state === 'failed') failed.add(entry.applicationId)
      }
    }
  }

  /** A part that is gone although it was recorded or listed is forgotten, and made by the next pass. */
  private async complete(work: Work, entry: LoadBalancerStatus, applicationName: string, seen: Seen) {
    try {
      await leaveFormerVpc(work, entry, seen)
      if (isShared(entry)) await openListener(work, entry, seen)
      else await makeBalancer(work, entry, seen)
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') {
        this.forgetBalancer(entry)
        forgetTargetGroup(entry)
      }
      throw error
    }
    const { port, url } = entry
    if (url === undefined) return
    const line = isShared(entry) ? balancerLines.shared : balancerLines.made
    work.draft.event(line, { application: applicationName, port, url })
  }
}

/** What a port finds where it takes the place of another one behind the shared load balancer: its target group, how that asks, and its names. */
function groupOfSlot(
  entries: LoadBalancerStatus[],
  exposed: PlacedPort,
): Pick<LoadBalancerStatus, 'targetGroupId' | 'healthCheck' | 'hosts' | 'https'> {
  const { targetGroupId, healthCheck, hosts, https } = entries.find((one) => isSameSlot(one, exposed)) ?? {}
  return {
    ...(targetGroupId && { targetGroupId }),
    ...(healthCheck && { healthCheck }),
    ...(hosts && { hosts: structuredClone(hosts) }),
    ...(https && { https: structuredClone(https) }),
  }
}

async function look(pass: Pass): Promise<Seen> {
  const api = pass.account.loadBalancers
  const [balancers, targetGroups] = await Promise.all([
    api.list(pass.environmentTags),
    api.listTargetGroups(pass.environmentTags),
  ])
  return { balancers, targetGroups }
}

/** Records what exists but stands nowhere, so that it is found when it is no longer needed. */
function adopt(draft: Draft, { balancers, targetGroups }: Seen): void {
  const { loadBalancers } = draft.status
  const record = (purpose: string | undefined): LoadBalancerStatus | undefined => {
    const exposed = exposedPortOf(purpose)
    if (!exposed) return undefined
    const entry =
      loadBalancers.find((one) => isSameBalancer(one, exposed)) ??
      loadBalancers.find((one) => isSameSlot(one, exposed))
    if (entry) return entry
    const added: LoadBalancerStatus = { ...exposed }
    loadBalancers.push(added)
    return added
  }
  for (const { id, tags } of targetGroups) {
    const entry = record(tags[purposeTag])
    const slot = entry && isShared(entry) ? loadBalancers.filter((one) => isSameSlot(one, entry)) : [entry]
    for (const one of slot) if (one) one.targetGroupId ??= id
  }
  for (const { id, tags } of balancers) {
    const purpose = tags[purposeTag]
    const entry = record(purpose)
    const entries = entry
      ? [entry]
      : loadBalancers.filter((one) => isShared(one) && sharedPurposeIn(one) === purpose)
    for (const one of entries) one.loadBalancerId ??= id
  }
}

const idsOf = ({ loadBalancers }: Pick<EnvironmentStatus, 'loadBalancers'>) =>
  loadBalancers.flatMap(({ loadBalancerId, targetGroupId }) => [loadBalancerId, targetGroupId])
