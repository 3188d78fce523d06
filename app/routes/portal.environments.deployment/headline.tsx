import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { CopyText } from '../../components/copy-text'
import { DeploymentState } from '../../components/deployment-state'
import { durationText } from '../../../core/time/duration-text'
import { Epoch } from '../../components/moment'
import type { DeploymentView } from '../../services/deployments/deployment-views'

interface HeadlineProps extends Pick<DeploymentView, 'deployment' | 'typicalMilliseconds'> {
  nowEpoch: number
}

/** How a deployment is, for how long, who asked for it, from where and when: its page in one line. */
export function Headline({ deployment, typicalMilliseconds, nowEpoch }: HeadlineProps) {
  const { requestedBy, requesterKind, requestedFrom, kind, createdEpoch } = deployment
  const who = requestedBy ?? (kind === 'undo' ? 'SDO automatically' : 'a deleted user')
  const time = timeOf(deployment, typicalMilliseconds, nowEpoch)
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <DeploymentState deployment={deployment} />
      {time !== undefined && <span className="tabular-nums">{time}</span>}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {`Requested by ${who}${requesterKind === 'integration' ? ' (integration user)' : ''}${requestedFrom === undefined ? '' : `, from ${requestedFrom}`} · `}
        <Epoch epoch={createdEpoch} />
      </span>
      <span>
        ID <CopyText label="deployment ID" text={deployment.id} isCompact />
      </span>
    </span>
  )
}

/** `38 s of about 50 s` while it is under way; `took 51 s` afterwards. A change of settings takes none. */
export function timeOf(
  { state, kind, startedEpoch, finishedEpoch }: DeploymentView['deployment'],
  typicalMilliseconds: number | undefined,
  nowEpoch: number,
): string | undefined {
  if (startedEpoch === undefined || settingKinds.includes(kind)) return undefined
  const usually = typicalMilliseconds === undefined ? undefined : durationText(typicalMilliseconds)
  if (state === deploymentStates.DEPLOYING) {
    const sofar = durationText(nowEpoch - startedEpoch)
    return usually === undefined ? `${sofar} so far` : `${sofar} of about ${usually}`
  }
  if (finishedEpoch === undefined) return undefined
  return `Took ${durationText(finishedEpoch - startedEpoch)}${usually === undefined ? '' : `, usually ${usually}`}`
}
