import type { AwsAccountState } from '../../core/resources/aws-account'
import { StatusBadge, type Tone } from './status-badge'

const looks: Record<AwsAccountState, { tone: Tone; word: string }> = {
  INITIALIZING: { tone: 'busy', word: 'Pending' },
  INITIAL_SETUP: { tone: 'busy', word: 'Pending' },
  UPDATING_STATUS: { tone: 'busy', word: 'Pending' },
  DELETING: { tone: 'busy', word: 'Pending' },
  CONFIGURATION_CHANGE: { tone: 'warn', word: 'Update needed' },
  FAILURE: { tone: 'bad', word: 'Error' },
  SUCCESS: { tone: 'good', word: 'Healthy' },
}

export const AwsAccountStatus = ({ state }: { state: AwsAccountState }) => (
  <StatusBadge tone={looks[state].tone}>{looks[state].word}</StatusBadge>
)
