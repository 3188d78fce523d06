import { useSearchParams } from '@remix-run/react'
import type { EnvironmentStatusView } from '../services/environments/environment-views'
import { CloudRefusalNotice } from './cloud-refusal'
import { environmentMessage, EnvironmentStatus } from './environment-status'

/** The head of an environment's pages: its state, and what there is to say or to do about it. */
export function EnvironmentState({
  status: { statusType, statusMessage, needsAttention, documentation, refusal },
  isAdmin,
}: {
  status: EnvironmentStatusView
  isAdmin: boolean
}) {
  const [search] = useSearchParams()
  const isSaidBelow = refusal?.message === statusMessage
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3">
        {/* A new one for another environment: only a change is to be heard. */}
        <span key={search.get('id')} aria-live="polite" aria-atomic="true">
          <span className="sr-only">Status: </span>
          <EnvironmentStatus
            statusType={statusType}
            message={statusMessage}
            needsAttention={needsAttention}
          />
        </span>
        {!isSaidBelow && environmentMessage({ statusType, message: statusMessage, documentation })}
      </p>
      {refusal && <CloudRefusalNotice refusal={refusal} isAdmin={isAdmin} />}
    </>
  )
}
