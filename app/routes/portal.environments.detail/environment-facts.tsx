import { deployedChoices } from '../../../core/environment/choices'
import { CopyText } from '../../components/copy-text'
import type { EnvironmentDetail } from '../../services/environments/environment-views'
import { ProtectedNote, waitsHere } from '../../components/protected-note'
import { ChoiceForm } from './choice-form'
import { SpotPrices } from './spot-prices'

/** Where an environment is, by what it is known, and what of it is deployed, to be changed in place. */
export function EnvironmentFacts({
  environment,
  nowEpoch,
}: {
  environment: EnvironmentDetail
  nowEpoch: number
}) {
  const { id, awsAccountName, awsAccountNumber, protection } = environment
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-1">
        <div className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="text-muted">AWS account</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {awsAccountName} <CopyText label="account ID" text={awsAccountNumber} isCompact />
          </dd>
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="text-muted">Environment ID</dt>
          <dd className="min-w-0">
            <CopyText label="environment ID" text={id} isCompact />
          </dd>
        </div>
      </dl>
      {protection.isProtected && <ProtectedNote>{waitsHere}</ProtectedNote>}
      {deployedChoices.map((name) => (
        <ChoiceForm
          key={name}
          name={name}
          environment={environment}
          className="flex flex-wrap items-end gap-x-3 gap-y-2"
        />
      ))}
      <SpotPrices {...environment} nowEpoch={nowEpoch} />
    </>
  )
}
