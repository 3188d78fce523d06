import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { revertPage } from '../../components/environment-links'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { LinkButton } from '../../components/link-button'
import { SubmitButton } from '../../components/submit-button'
import type { DeploymentView } from '../../services/deployments/deployment-views'

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

type ButtonsProps = Pick<DeploymentView, 'environmentId' | 'deployment' | 'earlier'>

/** What there is to do about a deployment as it is now. */
export function Buttons({ environmentId, deployment, earlier }: ButtonsProps) {
  const { state, kind, stoppedBy, undoneBySequence, isRevertible, environmentVersionId } = deployment
  const isRunning = state === QUEUED || state === DEPLOYING || state === AWAITING_APPROVAL
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isRunning && stoppedBy === undefined && (
        <Form name="stop" className="">
          <SubmitButton tone="danger" pending="Stopping…">
            Stop
          </SubmitButton>
        </Form>
      )}
      {state === FAILED && !settingKinds.includes(kind) && (
        <Form name="retry" className="">
          <CostConfirmation of="deployment" />
          <SubmitButton pending="Queueing…">Retry</SubmitButton>
        </Form>
      )}
      {state === LIVE && earlier && (
        <LinkButton to={revertPage(environmentId, earlier.environmentVersionId)}>
          {`Revert to deployment ${earlier.sequence}`}
        </LinkButton>
      )}
      {isRevertible &&
        state === RETIRED &&
        undoneBySequence === undefined &&
        environmentVersionId !== undefined && (
          <LinkButton to={revertPage(environmentId, environmentVersionId)}>Revert to this</LinkButton>
        )}
    </div>
  )
}
