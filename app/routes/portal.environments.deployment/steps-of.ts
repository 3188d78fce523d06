import { healthySeconds } from '../../../core/process/process-promises'
import { deploymentStates, outcomes, type Outcome } from '../../../core/resources/wire-states'
import { durationText } from '../../../core/time/duration-text'
import type { Step } from '../../components/steps'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import type { DeploymentStepView, Progress } from '../../services/deployments/progress-views'

type Shown = Pick<DeploymentView, 'progress' | 'steps'> & {
  deployment: Pick<DeploymentView['deployment'], 'state'>
}

const labels: Record<DeploymentStepView['name'], string> = {
  queued: 'Queued',
  network: 'Network',
  loadBalancers: 'Load balancers',
  instances: 'Instances',
  pulled: 'Pull the images',
  started: 'Start',
  healthy: 'Healthy',
  serving: 'Switch over',
  drained: 'Drain old processes',
}

const stateOf: Record<Outcome, Step['state']> = {
  [outcomes.IN_PROGRESS]: 'running',
  [outcomes.SUCCESS]: 'done',
  [outcomes.FAILURE]: 'failed',
  [outcomes.FUTURE]: 'waiting',
}

/** The steps of a deployment, each with how long it took or what it waits for. */
export const stepsOf = ({ deployment, progress, steps }: Shown): Step[] =>
  steps.map(({ name, outcome, beganEpoch, doneEpoch }) => {
    const isMissed = outcome === outcomes.FUTURE && deployment.state === deploymentStates.FAILED
    return {
      label: labels[name],
      state: isMissed ? 'missed' : stateOf[outcome],
      message:
        beganEpoch !== undefined && doneEpoch !== undefined
          ? durationText(doneEpoch - beganEpoch)
          : outcome === outcomes.IN_PROGRESS
            ? waitsFor(name, progress)
            : undefined,
    }
  })

/** What a step that lasts waits for. */
function waitsFor(name: DeploymentStepView['name'], progress: Partial<Progress> = {}): string | undefined {
  const { wanted = 0, hasPorts = false, pulled, started, healthy, serving, leaving = 0 } = progress
  const of = (count: number | undefined, what: string) => `${count ?? 0} of ${wanted} ${what}.`
  const texts: Record<typeof name, string | undefined> = {
    queued: undefined,
    network: 'It is being created.',
    loadBalancers: 'They become active; AWS takes some minutes for a new one.',
    instances: instancesNow(progress),
    pulled: of(pulled, 'processes have theirs'),
    started: of(started, 'started'),
    healthy: `${of(healthy, 'healthy')} Each has ${healthySeconds} s from its start.`,
    serving: hasPorts ? of(serving, 'serve behind load balancers') : undefined,
    drained: `${leaving} processes are on their way out.`,
  }
  return texts[name]
}

function instancesNow({ launching = 0, placed = 0, wanted = 0, shortage }: Partial<Progress>): string {
  const coming = launching === 1 ? '1 instance is on its way' : `${launching} instances are on their way`
  return [
    `${placed} of ${wanted} processes have their place, ${coming}.`,
    ...(shortage === undefined ? [] : [shortage]),
  ].join(' ')
}
