import type { DeploymentStep } from '../../../core/resources/deployment'
import { healthySeconds } from '../../../core/process/process-promises'
import { deploymentStates } from '../../../core/resources/wire-states'
import { durationText } from '../../../core/time/duration-text'
import type { Step } from '../../components/steps'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import type { Progress } from '../../services/deployments/progress-views'

const { QUEUED, DEPLOYING, FAILED } = deploymentStates

type Shown = Pick<DeploymentView, 'progress' | 'timeline'> & {
  deployment: Pick<DeploymentView['deployment'], 'state' | 'createdEpoch' | 'startedEpoch' | 'finishedEpoch'>
}

/** One step: when it was done, after which others it begins, whether there is need of it, and what is said while it lasts. */
interface Stage {
  label: string
  doneEpoch: number | undefined
  afterEpochs: (number | undefined)[]
  isNeeded: boolean
  now?: string
}

/** The steps of a deployment, each with how long it took or what it waits for. */
export function stepsOf({ deployment, progress, timeline }: Shown): Step[] {
  const { state, createdEpoch, startedEpoch } = deployment
  const queued: Step = {
    label: 'Wait for its turn',
    state: startedEpoch !== undefined ? 'done' : state === QUEUED ? 'running' : 'failed',
    message: startedEpoch === undefined ? undefined : durationText(startedEpoch - createdEpoch),
  }
  if (startedEpoch === undefined) return [queued]
  const stages = stagesOf(deployment, timeline, progress).filter(({ isNeeded }) => isNeeded)
  return [queued, ...stages.map((stage) => stepOf(stage, startedEpoch, state))]
}

function stepOf(
  { label, doneEpoch, afterEpochs, now }: Stage,
  startedEpoch: number,
  state: Shown['deployment']['state'],
): Step {
  const begun = afterEpochs.filter((epoch) => epoch !== undefined)
  if (doneEpoch !== undefined)
    return { label, state: 'done', message: durationText(doneEpoch - Math.max(startedEpoch, ...begun)) }
  const isReached = begun.length === afterEpochs.length
  if (state === FAILED) return { label, state: isReached ? 'failed' : 'missed' }
  return { label, state: isReached ? 'running' : 'waiting', message: isReached ? now : undefined }
}

function stagesOf(
  { state, startedEpoch, finishedEpoch }: Shown['deployment'],
  timeline: Shown['timeline'],
  progress: Progress | undefined,
): Stage[] {
  const { network, loadBalancers, instances, pulled, started, healthy, serving } = timeline
  const isOver = state !== DEPLOYING && state !== FAILED
  /** Before it serves, whatever it brings is to be done; afterwards what was not done was not needed. */
  const isToDo = (step: DeploymentStep) =>
    timeline[step] !== undefined || (!isOver && serving === undefined && progress?.wanted !== 0)
  const { wanted = 0, hasPorts = loadBalancers !== undefined } = progress ?? {}
  const of = (count: number | undefined, what: string) => `${count ?? 0} of ${wanted} ${what}.`
  // Of deployments from before their steps were noted nothing but the end is known.
  const isNoted = Object.keys(timeline).length > 0 || !isOver
  const servingEpoch = serving ?? (isOver ? finishedEpoch : undefined)
  return [
    {
      label: 'Network',
      doneEpoch: network,
      afterEpochs: [startedEpoch],
      isNeeded: isToDo('network'),
      now: 'It is being made.',
    },
    {
      label: 'Load balancers',
      doneEpoch: loadBalancers,
      afterEpochs: [network],
      isNeeded: hasPorts && isToDo('loadBalancers'),
      now: 'They become active; AWS takes some minutes for a new one.',
    },
    {
      label: 'Instances',
      doneEpoch: instances,
      afterEpochs: [network],
      isNeeded: isToDo('instances'),
      now: instancesNow(progress),
    },
    {
      label: 'Pull the images',
      doneEpoch: pulled,
      afterEpochs: [instances],
      isNeeded: isToDo('pulled'),
      now: of(progress?.pulled, 'processes have theirs'),
    },
    {
      label: 'Start',
      doneEpoch: started,
      afterEpochs: [pulled],
      isNeeded: isToDo('started'),
      now: of(progress?.started, 'started'),
    },
    {
      label: 'Healthy',
      doneEpoch: healthy,
      afterEpochs: [started],
      isNeeded: isToDo('healthy'),
      now: `${of(progress?.healthy, 'healthy')} Each has ${healthySeconds} s from its start.`,
    },
    {
      label: 'Switch over',
      doneEpoch: servingEpoch,
      afterEpochs: switchesAfter(timeline, startedEpoch, isToDo, hasPorts),
      isNeeded: true,
      now: hasPorts ? of(progress?.serving, 'serve behind load balancers') : undefined,
    },
    {
      label: 'Drain what is old',
      doneEpoch: state === FAILED ? undefined : finishedEpoch,
      afterEpochs: [servingEpoch],
      isNeeded: isNoted,
      now: `${progress?.leaving ?? 0} processes are on their way out.`,
    },
  ]
}

/** What is new takes over when it is healthy and reached. */
function switchesAfter(
  { healthy, loadBalancers }: Shown['timeline'],
  startedEpoch: number | undefined,
  isToDo: (step: DeploymentStep) => boolean,
  hasPorts: boolean,
): (number | undefined)[] {
  return [
    startedEpoch,
    ...(isToDo('healthy') ? [healthy] : []),
    ...(hasPorts && isToDo('loadBalancers') ? [loadBalancers] : []),
  ]
}

function instancesNow({ launching = 0, placed = 0, wanted = 0, shortage }: Partial<Progress> = {}): string {
  const coming = launching === 1 ? '1 instance is on its way' : `${launching} instances are on their way`
  return [
    `${placed} of ${wanted} processes have their place, ${coming}.`,
    ...(shortage === undefined ? [] : [shortage]),
  ].join(' ')
}
