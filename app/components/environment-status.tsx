import type { StatusType } from '../../core/status'
import { StatusBadge, type Tone } from './status-badge'

const looks: Record<StatusType, { tone: Tone; word: string }> = {
  INITIAL: { tone: 'busy', word: 'Creating environment...' },
  READY: { tone: 'good', word: 'Healthy' },
  WORKING: { tone: 'busy', word: 'Updating...' },
  FAILURE: { tone: 'bad', word: 'Unhealthy, check the logs' },
}

/** The state of an environment; its message is the tooltip. */
export const EnvironmentStatus = ({ statusType, message }: { statusType: StatusType; message: string }) => (
  <StatusBadge tone={looks[statusType].tone} title={message}>
    {looks[statusType].word}
  </StatusBadge>
)
