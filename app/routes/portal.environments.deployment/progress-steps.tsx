import { deploymentStates } from '../../../core/resources/wire-states'
import { durationText } from '../../components/duration'
import { Steps, type Step } from '../../components/steps'
import type { DeploymentView } from '../../services/deployments/deployment-views'

const { QUEUED, DEPLOYING, FAILED } = deploymentStates

/** How far a deployment is, or how long its parts took, as far as that is known. */
export function ProgressSteps({ deployment, progress }: Pick<DeploymentView, 'deployment' | 'progress'>) {
  return <Steps label="Progress" steps={stepsOf({ deployment, progress })} />
}

function stepsOf({ deployment, progress }: Pick<DeploymentView, 'deployment' | 'progress'>): Step[] {
  const { state, createdEpoch, startedEpoch, finishedEpoch, message } = deployment
  const waited = (until: number | undefined) =>
    until === undefined ? undefined : durationText(until - createdEpoch)
  const queued: Step = {
    label: 'Wait for its turn',
    state: startedEpoch === undefined ? (state === QUEUED ? 'running' : 'failed') : 'done',
    message: waited(startedEpoch),
  }
  if (startedEpoch === undefined) return [queued, { label: 'Start what is new', state: 'waiting' }]
  if (state !== DEPLOYING) {
    const took = finishedEpoch === undefined ? undefined : durationText(finishedEpoch - startedEpoch)
    const hasFailed = state === FAILED
    return [
      queued,
      {
        label: 'Start what is new, switch over, drain what is old',
        state: hasFailed ? 'failed' : 'done',
        message: hasFailed && message ? `${took ?? ''} ${message}`.trim() : took,
      },
    ]
  }
  const { isServing = false, launching = 0, processes = 0, healthy = 0, serving = 0 } = progress ?? {}
  const { leaving = 0, faults = [] } = progress ?? {}
  const started = `${healthy} of ${processes} processes are healthy, ${serving} serve behind load balancers.`
  const isWaiting = launching > 0 ? ` ${launching} instances are on their way.` : ''
  return [
    queued,
    {
      label: 'Start what is new and switch over',
      state: isServing ? 'done' : 'running',
      message: [`${started}${isWaiting}`, ...faults].join(' '),
    },
    {
      label: 'Drain what is old',
      state: isServing ? 'running' : 'waiting',
      message: leaving > 0 ? `${leaving} processes are on their way out.` : undefined,
    },
  ]
}
