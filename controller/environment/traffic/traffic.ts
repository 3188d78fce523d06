import { isOnItsWayOut } from '../../../core/process/process-phases'
import { balancerLines } from '../../../core/environment-log/network-lines'
import { processLines } from '../../../core/environment-log/process-lines'
import type { InstanceStatus, LoadBalancerStatus, ProcessStatus } from '../../../core/resources/environment'
import { CloudError, type CloudAccount, type Target, type TargetHealth } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import { attempt, settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { FleetFacts, TrafficFacts } from '../facts'
import type { Answered } from '../rest/grounds'
import { isOf } from '../shortened'
import { applicationOf } from '../workload/application-of'
import { forgetTargetGroup, isSameBalancer, purposeOf, wantedBalancers } from '../workload/exposed-ports'
import { nameOf } from '../workload/goal'
import { standsIn } from '../../../core/resources/leading-balancers'
import { AdmissionWaits } from './admission-waits'
import {
  isSameTarget,
  isSeenWaiting,
  recordTraffic,
  refusalOf,
  type Refusal,
  type SeenTargets,
} from './target-health'

/** A target group, and what is recorded of the ports behind it: several where one takes the place of another. */
interface Group {
  id: string
  entries: LoadBalancerStatus[]
}

function groupsOf(loadBalancers: LoadBalancerStatus[]): Group[] {
  const groups = new Map<string, LoadBalancerStatus[]>()
  for (const entry of loadBalancers)
    if (entry.targetGroupId)
      groups.set(entry.targetGroupId, [...(groups.get(entry.targetGroupId) ?? []), entry])
  return [...groups].map(([id, entries]) => ({ id, entries }))
}

/** Traffic: the processes that load balancers send requests to. */
export class Traffic implements Concern {
  readonly condition = 'TrafficReady'
  readonly readyMessage = 'The load balancers send requests to the processes that serve.'
  private readonly waits = new AdmissionWaits()
  /** Process id to since when a load balancer finds fault with its answers. */
  private refusedSince = new Map<string, number>()
  /** By target group, what its load balancer said last. */
  private readonly seen = new Map<string, Answered<TargetHealth[]>>()

  recall(): TrafficFacts {
    return { targets: new Map(), waitedSeconds: new Map(), refusedSince: new Map() }
  }

  /** Brings each target group to what it should hold, and learns what the load balancers think of its targets. */
  async carryOut(work: Work, fleet: FleetFacts): Promise<Learned<TrafficFacts>> {
    const { pass, draft } = work
    const { loadBalancers } = draft.status
    const targets = new Map<string, TargetHealth[]>()
    for (const id of this.seen.keys())
      if (!loadBalancers.some(({ targetGroupId }) => targetGroupId === id)) this.seen.delete(id)
    const learned = await attempt(async () => {
      await allDone(groupsOf(loadBalancers).map((group) => this.routeTo(work, fleet, group, targets)))
      return {}
    }, pass.limits)
    return { targets, ...learned }
  }

  /**
   * Notes in the processes what the load balancers think of them: a healthy process becomes Serving, a drained one Stopping. Of a process
   * whose group would not tell, nothing is concluded.
   */
  observe(work: Work, known: SeenTargets): Learned<TrafficFacts> {
    const { pass, draft } = work
    const { status } = draft
    for (const process of status.processes) recordTraffic(process, status, known)
    this.waits.keep(new Set(status.processes.map(({ id }) => id)))
    const waiting = status.processes.filter((process) => isSeenWaiting(process, status, known))
    if (waiting.length > 0)
      this.waits.record(
        waiting.map(({ id }) => id),
        pass.now,
        pass.limits.resyncSeconds,
      )
    const refused = status.processes.flatMap((process) => {
      const refusal = refusalOf(process, status, known)
      return refusal ? [{ process, ...refusal }] : []
    })
    for (const { process, reason } of refused) process.message = reason
    tellOfRefusals(work, refused)
    this.refusedSince = new Map(
      refused
        .filter(({ isByTarget }) => isByTarget)
        .map(({ process: { id } }) => [id, this.refusedSince.get(id) ?? pass.now]),
    )
    return { waitedSeconds: this.waits.all(), refusedSince: new Map(this.refusedSince) }
  }

  private async routeTo(
    work: Work,
    fleet: FleetFacts,
    { id, entries }: Group,
    targets: Map<string, TargetHealth[]>,
  ): Promise<void> {
    const { pass, draft } = work
    try {
      const wanted = entries.flatMap((entry) => this.targetsFor(work, entry))
      const present = await this.readTargets(work, wanted, id)
      for (const entry of entries) targets.set(purposeOf(entry), present)
      await this.syncTargets(work, fleet, wanted, id, present)
    } catch (error) {
      if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
      for (const entry of entries) {
        targets.set(purposeOf(entry), [])
        forgetTargetGroup(entry)
        if (wantedBalancers(pass.goal, draft.status).some((exposed) => isSameBalancer(exposed, entry)))
          draft.event(balancerLines.targetsGone, entry)
      }
    }
  }

  /** As they were a moment ago, where all of them were well and nothing has changed for long. */
  private async readTargets(work: Work, wanted: Target[], targetGroupId: string): Promise<TargetHealth[]> {
    const { pass } = work
    const seen = this.seen.get(targetGroupId)
    const isQuiet =
      pass.patience > 1 &&
      !pass.isSurveyDue &&
      seen?.answer.length === wanted.length &&
      wanted.every(({ instanceId, port }) =>
        seen.answer.some((target) => isSameTarget(instanceId, port)(target) && target.state === 'healthy'),
      )
    const ask = ({ loadBalancers }: CloudAccount) => loadBalancers.listTargets(targetGroupId)
    const known = seen && isQuiet && pass.recall(seen, pass.limits.quietTargetSeconds, ask)
    if (known) return known
    const answer = await ask(pass.account)
    this.seen.set(targetGroupId, { answer, epoch: pass.stamp })
    return answer
  }

  private async syncTargets(
    work: Work,
    fleet: FleetFacts,
    wanted: Target[],
    targetGroupId: string,
    present: TargetHealth[],
  ): Promise<void> {
    const { pass } = work
    const isIn = (targets: Target[], { instanceId, port }: Target) =>
      targets.some(isSameTarget(instanceId, port))
    const staying = present.filter(({ state }) => state !== 'draining')
    const missing = wanted.filter((target) => !isIn(staying, target))
    const superfluous = staying
      .filter((target) => !isIn(wanted, target))
      .map(({ instanceId, port }) => ({ instanceId, port }))
    await allDone([
      missing.length > 0
        ? pass.account.loadBalancers.registerTargets(targetGroupId, missing)
        : Promise.resolve(),
      superfluous.length > 0 && settlingSeconds(pass, fleet) === 0
        ? pass.account.loadBalancers.deregisterTargets(targetGroupId, superfluous)
        : Promise.resolve(),
    ])
  }

  /**
   * A process is a target from when it was first healthy until it is drained. In between the load balancer judges it by itself: taking it
   * out and in again at every hiccup would only be slower.
   */
  private targetsFor({ draft: { status } }: Work, entry: LoadBalancerStatus): Target[] {
    const instances = new Map<string, InstanceStatus>(status.instances.map((one) => [one.clientToken, one]))
    return status.processes.flatMap((process) => {
      const hostPort = process.ports.find(({ port }) => port === entry.port)?.hostPort
      const instance = instances.get(process.clientToken)
      if (process.applicationId !== entry.applicationId || !hostPort || !instance?.instanceId) return []
      // A target group takes instances of its own network only.
      if (!standsIn(entry)(instance)) return []
      if (process.healthyEpoch === undefined || isOnItsWayOut(process)) return []
      return [{ instanceId: instance.instanceId, port: hostPort }]
    })
  }
}

type Refused = Refusal & { process: ProcessStatus }

/** Logs reasons that are new, in one line for all processes of a release that have the same. */
function tellOfRefusals({ pass, draft }: Work, refused: Refused[]): void {
  const keyOf = ({ process: { applicationId, releaseId }, reason }: Refused) =>
    JSON.stringify([applicationId, releaseId, reason])
  const isTold = ({ process: { applicationId, releaseId }, reason }: Refused) =>
    pass.stored?.processes.some(
      (one) =>
        one.applicationId === applicationId && one.releaseId === releaseId && isOf(one.message, reason),
    )
  const unlike = new Map(refused.map((one) => [keyOf(one), one]))
  for (const one of unlike.values()) {
    if (isTold(one)) continue
    const application = applicationOf(pass, one.process)
    const name = application ? nameOf({ application }) : 'an application'
    draft.event(processLines.refusedByBalancer, { name, why: one.reason })
  }
}
