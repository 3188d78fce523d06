import { instanceLines } from '../../../core/environment-log/instance-lines'
import { purposeTag } from '../../../core/aws/ownership'
import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import type { Instance } from '../../cloud/cloud'
import { stalled, allDone, type Outcome } from '../../reconcile/outcome'
import { attempt, settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { Draft } from '../draft'
import type { FleetFacts, NetworkFacts, ProcessesFacts, RefusedLaunch, RolloutFacts } from '../facts'
import type { Pass } from '../pass'
import { nameOf } from '../workload/goal'
import { placeByPurpose } from '../workload/places'
import { AgentContacts } from './agent-contacts'
import { adopt, compare, findListed, isOrphan, isPredecessor, unrecorded } from './compare-listed'
import { followContact } from './follow-contact'
import { dropNeedlessIntents, isIntent, launch } from './launch'
import { recordBoot } from './record-boot'
import { UnlistedInstances } from './unlisted-instances'

/** The instances. */
export class Fleet implements Concern {
  readonly condition = 'FleetReady'
  readonly intents = ({ instances }: EnvironmentStatus) =>
    instances.map(({ clientToken, phase, instanceId, agentPatch }) => [
      clientToken,
      phase,
      instanceId,
      agentPatch?.epoch,
    ])
  private readonly contacts = new AgentContacts()
  private readonly unlisted = new UnlistedInstances()

  recall(): FleetFacts {
    return {
      ...this.contactFacts(),
      refusedLaunches: [],
      areInstancesListed: false,
      orphans: [],
      isRecordLost: false,
    }
  }

  /**
   * Launches what was intended and terminates what was to be terminated when the status was read. The client token makes a repeated launch
   * the same instance.
   */
  async carryOut(work: Work, { isNetworkMissed }: NetworkFacts): Promise<Learned<FleetFacts>> {
    const { pass, draft } = work
    dropNeedlessIntents(draft)
    const refusedLaunches: RefusedLaunch[] = []
    // Nothing can be launched into what is perhaps gone.
    const waiting = isNetworkMissed ? [] : draft.status.instances.filter(isIntent)
    // The others follow in the next passes.
    const intents = waiting.slice(0, pass.dependencies.launchPace.take(pass.accountNumber, waiting.length))
    const toTerminate = draft.status.instances.flatMap(({ phase, instanceId }) =>
      phase === 'Terminating' && instanceId && (pass.isSurveyDue || !this.unlisted.isUnknown(instanceId))
        ? [instanceId]
        : [],
    )
    const launchOne = async (intent: InstanceStatus) => {
      const refused = await launch(work, this.contacts, intent)
      if (refused) refusedLaunches.push(refused)
    }
    const learned = await attempt(async () => {
      await allDone([
        ...intents.map(launchOne),
        toTerminate.length > 0 ? pass.account.instances.terminate(toTerminate) : Promise.resolve(),
      ])
      return {}
    }, pass.limits)
    return { refusedLaunches, ...learned }
  }

  /**
   * Compares the recorded instances with those of the cloud: notes addresses and adopts launches whose answer was lost, declares gone what
   * the cloud took, and finds what is not recorded.
   */
  async observe(work: Work, known: Pick<FleetFacts, 'refusedLaunches'>): Promise<Learned<FleetFacts>> {
    const { pass, draft } = work
    this.contacts.noteSilence(pass.hints.heard.silentSince)
    if (!this.isLookDue(work)) return {}
    // An agent that falls silent may have lost its instance just now.
    const { instances } = this.contacts.silentSince.size > 0 ? pass.live : pass.account
    const listed = await instances.list(pass.environmentTags)
    for (const instance of listed) this.contacts.remember(instance)
    const refusedLaunches = [...known.refusedLaunches]
    const described = [...listed, ...(await this.unlisted.lookUp(work, listed))]
    for (const recorded of [...draft.status.instances]) {
      const isGone = this.unlisted.isGone(pass, recorded)
      const refused = compare(work, this.contacts, recorded, {
        listed: findListed(described, recorded),
        isGone,
      })
      if (refused) refusedLaunches.push(refused)
    }
    const unknown = unrecorded(draft, listed)
    const predecessors = unknown.filter((instance) => isPredecessor(pass, instance))
    const isRecordLost = !pass.isRestored && predecessors.length > 0
    return {
      ...this.contactFacts(),
      areInstancesListed: true,
      refusedLaunches,
      orphans: unknown.filter((instance) => isOrphan(pass, instance)),
      isRecordLost,
      ...(isRecordLost ? { outcome: leaveAlone(pass, predecessors) } : {}),
      ...(pass.isRestored ? await attempt(() => adopt(pass, draft, predecessors), pass.limits) : {}),
    }
  }

  /** Forgets what was terminated with the environment, on proof of its end. `living` are those that AWS lists. */
  async forgetEnded(work: Work, living: Instance[]): Promise<void> {
    const found = await this.unlisted.lookUp(work, living)
    for (const recorded of [...work.draft.status.instances]) {
      const listed = findListed([...living, ...found], recorded)
      compare(work, this.contacts, recorded, { listed, isGone: this.unlisted.isGone(work.pass, recorded) })
    }
  }

  /** Decides which instances leave: those with an agent that is silent for too long, empty ones, and those without a record. */
  decide(work: Work, known: FleetFacts & ProcessesFacts & RolloutFacts): Learned {
    const { pass, draft } = work
    followContact(work, known, this.contacts, this.unlisted)
    for (const instance of draft.status.instances)
      recordBoot(work, instance, known.reports.get(instance.clientToken))
    for (const orphan of known.orphans) markForTermination(pass, draft, orphan)
    if (settlingSeconds(pass, known) > 0) return {}
    for (const instance of draft.status.instances)
      if (isIdle(draft.status, instance)) retire(pass, draft, instance)
    reportFleet(draft, known)
    return {}
  }

  private contactFacts(): Pick<FleetFacts, 'agentAddresses' | 'silentSince'> {
    const { addresses, silentSince } = this.contacts
    return { agentAddresses: new Map(addresses), silentSince: new Map(silentSince) }
  }

  /** Whether to look at the instances: while all is as wanted, only now and then. */
  private isLookDue({ pass, draft }: Work): boolean {
    const { addresses, silentSince } = this.contacts
    return (
      pass.isSurveyDue ||
      draft.status.instances.some(
        ({ phase, clientToken }) => phase !== 'Running' || !addresses.has(clientToken),
      ) ||
      silentSince.size > 0
    )
  }
}

/** The record of what they are for was lost for good: what nobody knows may serve all the same. */
const leaveAlone = ({ limits }: Pass, instances: Instance[]): Outcome =>
  stalled(
    'InternalError',
    `The record of what runs on ${instances.map(({ id }) => id).join(', ')} was lost. SDO leaves them as they are: terminate them in the AWS account when nothing needs them.`,
    limits.stalledSeconds,
  )

/** An orphan is recorded, and terminated like everything else that is to go. */
function markForTermination(pass: Pass, draft: Draft, instance: Instance): void {
  const { id, clientToken, instanceType, zone, market, tags } = instance
  draft.status.instances.push({
    clientToken,
    ...placeByPurpose(tags[purposeTag]),
    instanceId: id,
    instanceType,
    zone,
    market,
    phase: 'Terminating',
    pricePerHour: 0,
    vcpu: 0,
    memoryMib: 0,
    lastSeenEpoch: pass.now,
  })
  draft.event(instanceLines.unused, { id })
}

const isIdle = ({ processes }: EnvironmentStatus, { phase, instanceId, clientToken }: InstanceStatus) =>
  phase !== 'Terminating' &&
  instanceId !== undefined &&
  processes.every((process) => process.clientToken !== clientToken)

function retire({ now }: Pass, draft: Draft, instance: InstanceStatus): void {
  const { instanceId, interruptedEpoch, takenBackEpoch, pricePerHour } = instance
  instance.phase = 'Terminating'
  const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)
  const inTime =
    interruptedEpoch === undefined || takenBackEpoch === undefined
      ? ''
      : ` It was replaced ${seconds(now - interruptedEpoch)} seconds after the warning, ${seconds(takenBackEpoch - now)} before AWS takes it.`
  const cost = ` It cost $${pricePerHour.toFixed(4)}/h.`
  draft.fleetEvent(pricePerHour, instanceLines.empty, { id: instanceId, more: `${cost}${inTime}` })
}

/** Whether all instances that are needed are there, and since when not. */
function reportFleet(draft: Draft, { unplaced: [first] }: RolloutFacts): void {
  const launching = draft.status.instances.filter(({ phase }) => phase === 'Launching').length
  const message = launching === 1 ? 'One instance is starting.' : `${launching} instances are starting.`
  const type = 'FleetReady'
  if (first) {
    const shortage = `${nameOf(first.demand)} finds no instance. ${first.message}`
    draft.condition({ type, status: 'False', reason: first.reason, message: shortage })
  } else if (launching > 0) draft.condition({ type, status: 'False', reason: 'Working', message })
  else draft.condition({ type, status: 'True', reason: 'Ready', message: 'All instances are up.' })
}
