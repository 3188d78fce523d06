import type { EnvironmentStatusView } from '../services/environments/environment-views'
import { CloudRefusalNotice } from './cloud-refusal'
import { environmentMessage, EnvironmentStatus } from './environment-status'

/** The head of an environment's pages: its state, and what there is to say or to do about it. */
export function EnvironmentState({
  status: { statusType, statusMessage, documentation, refusal },
  isAdmin,
}: {
  status: EnvironmentStatusView
  isAdmin: boolean
}) {
  const isSaidBelow = refusal?.message === statusMessage
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3">
        <EnvironmentStatus statusType={statusType} message={statusMessage} />
        {!isSaidBelow && environmentMessage({ statusType, message: statusMessage, documentation })}
      </p>
      {refusal && <CloudRefusalNotice refusal={refusal} isAdmin={isAdmin} />}
    </>
  )
}
