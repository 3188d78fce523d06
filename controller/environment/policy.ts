import { healthySeconds } from '../../core/process/process-promises'
import { defaultRetryLimits, type RetryLimits } from '../reconcile/cloud-refusal'

/** Every limit of the environment reconciler, in seconds unless the name says otherwise. */
export interface Limits extends RetryLimits {
  /** Between passes when the last one decided something that the next one carries out. Above 0 so that others get a turn. */
  actSeconds: number
  /** Pause before the first look at something on its way: the process of a small image starts this fast. Doubles up to `pollSeconds`. */
  firstPollSeconds: number
  /** Between passes when all is as wanted. Also how long a process can be ill before anybody notices. */
  resyncSeconds: number
  /** An offering that had no capacity is left out for this long: Spot pools seldom recover sooner. */
  offeringExclusionSeconds: number
  /** How long a type that the account may not launch is left out. */
  typeExclusionSeconds: number
  /**
   * A deployment fails if a process is not healthy this long after its container started, or its load balancer finds fault with it for as long.
   * Promised in the documentation.
   */
  healthySeconds: number
  /** A deployment fails if an image is not pulled and started in this time. A 6.5 GB image needs about two minutes. */
  startSeconds: number
  /** A deployment fails if a pull was refused and this has passed: long enough for a registry that is away for a moment. */
  pullSeconds: number
  /** A process that was in service and crashes this often within that time is in a crash loop, until it stays up for as long. */
  crashLoop: { crashes: number; seconds: number }
  /** A deployment fails if a process crashed this often before it was in service: waiting longer teaches nothing. */
  crashesBeforeServing: number
  /** A deployment fails if a healthy process is not let in by its load balancer. Making a load balancer takes AWS about three minutes. */
  servingSeconds: number
  /** A deployment fails if instances for it cannot be had in this time. */
  capacitySeconds: number
  /** An agent that never answered after its instance was launched: the instance is replaced. */
  bootSeconds: number
  /** An agent that does not answer any more: its instance is replaced. Shorter would replace instances over a restarting agent. */
  unreachableSeconds: number
  /** How long the cloud may take to show what was made: until then, not being listed proves nothing. */
  visibilitySeconds: number
  /** How long AWS can say of an instance that runs that it does not know it. Its guide tells to ask for five minutes. */
  goneSeconds: number
  /** An instance of ours without a recorded intent is terminated when it is older: a launch may still be on its way to the status. */
  orphanSeconds: number
  /** Between two looks at instances and load balancers while all is as wanted. */
  surveySeconds: number
  /** After names lead to load balancers in another network: until then, clients may know the former ones. */
  formerNamesSeconds: number
  /** Between two looks at the network while nothing of it is missed. */
  networkSurveySeconds: number
  /** An environment in which nothing changed for so long is quiet, */
  quietSeconds: number
  /** and looked at so many times more seldom. */
  quietPatience: number
  /** How often load balancers are asked about the targets of a quiet environment, all of which are well. */
  quietTargetSeconds: number
  /** Between two times that the subscription to Spot warnings is made sure of: nobody is told when it is gone. */
  subscriptionSeconds: number
  /** Between two looks whether log groups are still there: whoever deletes one wants what was in it gone, and no other soon. */
  logGroupSurveySeconds: number
  /** A deployment fails if AWS refused for so long what the environment needs. Long enough to restore a stack that was deleted by mistake. */
  refusalSeconds: number
  /** Between two looks for a cheaper fleet: prices change slowly, and every move starts processes anew. */
  consolidationSeconds: number
  /**
   * By what share of its cost a launch must be cheaper than what runs, until a fleet has rested for so long: Spot prices move by about a tenth
   * within a day, so that less may be gone before it has paid for its launches.
   */
  launchPremium: { share: number; restSeconds: number }
  /** Between two looks which machine image is the newest: a small part of the day within which instances have it. */
  imageSurveySeconds: number
  /** An instance that is not replaced for its image in this time stays: most likely the newer one does not boot. */
  patchSeconds: number
  /** Before that is tried again. */
  patchRetrySeconds: number
  /** Before registries are asked again what a tag means of which they told nothing, while a deployment with it waits for approval. */
  resolveRetrySeconds: number
  /** An agent that gave no sign of the release it was to give way to by then does not. A bundle takes a minute at worst. */
  agentPatchSeconds: number
  /** How long after an image was published a patch waits for Spot to calm down. */
  patchPatienceSeconds: number
  /** Before AWS takes an instance back: later than this, and than what agents take to come up, Spot cannot make it in time, and what replaces it is on-demand. */
  lastSpotSeconds: number
  /** From when an agent is up until requests reach what it runs: a container starts, and its load balancer checks it twice, five seconds apart. */
  admissionSeconds: number
  /** After a Spot warning, when targets are drained even if not all replacements serve: the rest of the two minutes is for open requests. */
  interruptionDrainSeconds: number
  /** How long open requests of a leaving target may last. */
  drainSeconds: number
  /** How long processes of an environment that is being deleted get to stop by themselves. */
  removalStopSeconds: number
  /** How long those of them get that ask their stop endpoint: the ten minutes that are promised, and a moment for their signals. */
  removalPollingStopSeconds: number
  /** The longest time without a pass of an environment at rest: nobody waits longer, should a watch lose an event. */
  restSeconds: number
  /** From when on it is said what is in the way of a network's deletion: interfaces of load balancers stay for minutes after them. */
  obstructionSeconds: number
  /** Pause between two tries to delete what was in use, at most. */
  obstructedSeconds: number
  /** Two looks this far apart must both find nothing before an environment counts as removed. */
  absenceSeconds: number
  /** How long a removed environment waits for Postgres to note that nothing is left, before it goes without. */
  farewellSeconds: number
}

export const defaultLimits: Limits = {
  ...defaultRetryLimits,
  actSeconds: 0.01,
  firstPollSeconds: 0.1,
  resyncSeconds: 10,
  offeringExclusionSeconds: 300,
  typeExclusionSeconds: 6 * 3600,
  healthySeconds,
  startSeconds: 300,
  pullSeconds: 30,
  crashLoop: { crashes: 3, seconds: 600 },
  crashesBeforeServing: 3,
  servingSeconds: 600,
  capacitySeconds: 600,
  bootSeconds: 300,
  unreachableSeconds: 60,
  visibilitySeconds: 10,
  goneSeconds: 300,
  orphanSeconds: 120,
  surveySeconds: 30,
  formerNamesSeconds: 300,
  networkSurveySeconds: 60,
  quietSeconds: 3600,
  quietPatience: 30,
  quietTargetSeconds: 100,
  subscriptionSeconds: 1800,
  logGroupSurveySeconds: 300,
  refusalSeconds: 600,
  consolidationSeconds: 300,
  launchPremium: { share: 0.1, restSeconds: 3 * 24 * 3600 },
  imageSurveySeconds: 3600,
  patchSeconds: 1800,
  patchRetrySeconds: 3600,
  resolveRetrySeconds: 60,
  agentPatchSeconds: 900,
  patchPatienceSeconds: 12 * 3600,
  lastSpotSeconds: 75,
  admissionSeconds: 10,
  interruptionDrainSeconds: 80,
  drainSeconds: 30,
  removalStopSeconds: 20,
  removalPollingStopSeconds: 660,
  restSeconds: 300,
  obstructionSeconds: 300,
  obstructedSeconds: 120,
  absenceSeconds: 15,
  farewellSeconds: 10,
}

export { instanceOverhead } from '../../core/catalogue/figures'
export { processPortRange } from '../../core/process/process-promises'

/** Time limit of one plan: most are proven cheapest in a fraction of it, and other environments wait for their plans meanwhile. */
export const planningMilliseconds = 200

/** The security group rule of a listener: everybody may reach it. */
export const listenerRule = (port: number) => ({ fromPort: port, toPort: port, cidr: '0.0.0.0/0' })

/** The log keeps this many lines, and up to the second number while they have not reached Postgres. */
export const keptEvents = 200
export const maximalEvents = 1000
