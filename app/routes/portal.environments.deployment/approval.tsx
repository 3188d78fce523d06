import { imageName } from '../../../core/application/docker-image'
import { Form } from '../../components/form'
import { Notice } from '../../components/notice'
import { SubmitButton } from '../../components/submit-button'
import type { DeploymentView } from '../../services/deployments/deployment-views'

/** That a deployment waits for an admin, and for another admin than whoever asked the buttons to decide. */
export function Approval({ approval, deployment }: Pick<DeploymentView, 'approval' | 'deployment'>) {
  if (!approval) return null
  const { canApprove, canDecline, whyNot, environmentVersionsState, unresolvedImages } = approval
  const asker = deployment.requestedBy ?? 'the requester'
  return (
    <Notice tone="warn">
      <p className="font-medium">It waits for approval.</p>
      <p>
        {`The environment is protected: an admin other than ${asker} has to approve the changes below. Nothing changes until then.`}
      </p>
      {unresolvedImages.length === 0 ? null : (
        <>
          <p>
            {`The digests of these images are unknown. If you approve now, SDO runs whatever their tags mean when it pulls them:`}
          </p>
          <ul className="list-disc pl-5">
            {unresolvedImages.map(({ applicationName, image, tag, message }) => (
              <li key={applicationName}>
                {`${applicationName}, ${imageName({ image, tag })}: ${message ?? 'the registry is being asked…'}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {whyNot !== undefined && <p>{whyNot}</p>}
      {canDecline && (
        <div className="mt-2 flex flex-wrap gap-3">
          {canApprove && (
            <Form name="approve" className="">
              <input type="hidden" name="environmentVersionsState" value={environmentVersionsState} />
              <SubmitButton pending="Approving…">Approve</SubmitButton>
            </Form>
          )}
          <Form name="decline" className="">
            <SubmitButton tone="plain" pending="Declining…">
              Decline
            </SubmitButton>
          </Form>
        </div>
      )}
    </Notice>
  )
}
