import { statusTexts } from '../messages/environment-status-texts'
import type { StatusType } from '../../core/resources/wire-states'
import { Said } from './remedy-link'
import { StatusBadge, type Tone } from './status-badge'

const tones: Record<StatusType, Tone> = { INITIAL: 'busy', READY: 'good', WORKING: 'busy', FAILURE: 'bad' }

interface Status {
  statusType: StatusType
  message: string
  /** Whether everything is in service though somebody has to act. */
  needsAttention?: boolean
  /** Where the documentation says what to do about it. */
  documentation?: string | undefined
}

/** The state of an environment; its message is the tooltip. */
export const EnvironmentStatus = ({ statusType, message, needsAttention }: Status) => (
  <StatusBadge tone={needsAttention ? 'warn' : tones[statusType]} title={message}>
    {needsAttention ? 'Needs attention' : statusTexts[statusType]}
  </StatusBadge>
)

/** The message about an environment, beyond the words of its state; null when that is nothing. */
export const environmentMessage = ({ statusType, message, documentation }: Status) =>
  message === statusTexts[statusType] ? null : <Said message={message} docs={documentation} />
