import type { DeploymentStep } from '../../../core/resources/deployment'
import { deploymentStates, outcomes } from '../../../core/resources/wire-states'
import type { DeploymentView } from './deployment-views'
import type { DeploymentStepView } from './progress-views'

const { QUEUED, DEPLOYING, FAILED, AWAITING_APPROVAL } = deploymentStates
const { IN_PROGRESS, SUCCESS, FAILURE, FUTURE } = outcomes

type Told = Pick<DeploymentView, 'progress' | 'timeline'> & {
  deployment: Pick<DeploymentView['deployment'], 'state' | 'createdEpoch' | 'startedEpoch' | 'finishedEpoch'>
}

/** One step: when it was done, after which others it begins, and whether there is need of it. */
interface Stage {
  name: DeploymentStepView['name']
  doneEpoch: number | undefined
  afterEpochs: (number | undefined)[]
  isNeeded: boolean
}

/** The steps of a deployment in their order, each with how it stands; of one that has not begun, its turn alone. */
export function stepsOf({ deployment, timeline, progress }: Told): DeploymentStepView[] {
  const { state, createdEpoch, startedEpoch } = deployment
  if (startedEpoch === undefined) {
    const outcome = state === QUEUED ? IN_PROGRESS : state === AWAITING_APPROVAL ? FUTURE : FAILURE
    return [{ name: 'queued', outcome, ...(outcome !== FUTURE && { beganEpoch: createdEpoch }) }]
  }
  const stages = stagesOf(deployment, timeline, progress).filter(({ isNeeded }) => isNeeded)
  return [
    { name: 'queued', outcome: SUCCESS, beganEpoch: createdEpoch, doneEpoch: startedEpoch },
    ...stages.map((stage) => stepOf(stage, startedEpoch, state)),
  ]
}

function stepOf(
  { name, doneEpoch, afterEpochs }: Stage,
  startedEpoch: number,
  state: Told['deployment']['state'],
): DeploymentStepView {
  const begun = afterEpochs.filter((epoch) => epoch !== undefined)
  const beganEpoch = Math.max(startedEpoch, ...begun)
  if (doneEpoch !== undefined) return { name, outcome: SUCCESS, beganEpoch, doneEpoch }
  if (begun.length < afterEpochs.length) return { name, outcome: FUTURE }
  return { name, outcome: state === FAILED ? FAILURE : IN_PROGRESS, beganEpoch }
}

function stagesOf(
  { state, startedEpoch, finishedEpoch }: Told['deployment'],
  timeline: Told['timeline'],
  progress: Told['progress'],
): Stage[] {
  const { network, loadBalancers, instances, pulled, started, healthy, serving } = timeline
  const isOver = state !== DEPLOYING && state !== FAILED
  /** Before it serves, whatever it brings is to be done; afterwards what was not done was not needed. */
  const isToDo = (step: DeploymentStep) =>
    timeline[step] !== undefined || (!isOver && serving === undefined && progress?.wanted !== 0)
  const hasPorts = progress?.hasPorts ?? loadBalancers !== undefined
  // Of deployments from before their steps were noted nothing but the end is known.
  const isNoted = Object.keys(timeline).length > 0 || !isOver
  const servingEpoch = serving ?? (isOver ? finishedEpoch : undefined)
  const step = (name: DeploymentStep, ...afterEpochs: Stage['afterEpochs']): Stage => ({
    name,
    afterEpochs,
    doneEpoch: timeline[name],
    isNeeded: isToDo(name),
  })
  const balancing = step('loadBalancers', network)
  return [
    step('network', startedEpoch),
    { ...balancing, isNeeded: hasPorts && balancing.isNeeded },
    step('instances', network),
    step('pulled', instances),
    step('started', pulled),
    step('healthy', started),
    {
      name: 'serving',
      doneEpoch: servingEpoch,
      // What is new takes over when it is healthy and reached.
      afterEpochs: [
        startedEpoch,
        ...(isToDo('healthy') ? [healthy] : []),
        ...(hasPorts && isToDo('loadBalancers') ? [loadBalancers] : []),
      ],
      isNeeded: true,
    },
    {
      name: 'drained',
      doneEpoch: state === FAILED ? undefined : finishedEpoch,
      afterEpochs: [servingEpoch],
      isNeeded: isNoted,
    },
  ]
}
