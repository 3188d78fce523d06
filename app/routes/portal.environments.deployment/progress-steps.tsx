import { deploymentStates } from '../../../core/resources/wire-states'
import { durationText } from '../../components/duration'
import { Steps } from '../../components/steps'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import { stepsOf } from './steps-of'

interface ProgressStepsProps extends Pick<
  DeploymentView,
  'deployment' | 'progress' | 'timeline' | 'typicalMilliseconds'
> {
  nowEpoch: number
}

/** How far a deployment is, or how long its steps took, beside what is usual here. */
export function ProgressSteps({ nowEpoch, typicalMilliseconds, ...shown }: ProgressStepsProps) {
  const { state, startedEpoch, finishedEpoch } = shown.deployment
  const untilEpoch = finishedEpoch ?? (state === deploymentStates.DEPLOYING ? nowEpoch : undefined)
  const took =
    startedEpoch === undefined || untilEpoch === undefined
      ? []
      : [
          `${finishedEpoch === undefined ? 'Under way for' : 'Took'} ${durationText(untilEpoch - startedEpoch)}.`,
        ]
  const typical =
    typicalMilliseconds === undefined
      ? []
      : [`Deployments here usually take ${durationText(typicalMilliseconds)} from their start to Live.`]
  return (
    <>
      <p className="mb-2 text-muted">{[...took, ...typical].join(' ')}</p>
      <Steps label="Progress" steps={stepsOf(shown)} />
    </>
  )
}
