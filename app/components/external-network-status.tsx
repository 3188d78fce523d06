import type { ExternalNetworkState } from '../../core/resources/wire-states'
import { StatusBadge, type Tone } from './status-badge'

const looks: Record<ExternalNetworkState, { tone: Tone; word: string }> = {
  INITIAL_SETUP: { tone: 'busy', word: 'Pending' },
  DELETING: { tone: 'busy', word: 'Deleting' },
  DELETION_FAILURE: { tone: 'bad', word: 'Action Failed' },
  INITIAL_SETUP_FAILURE: { tone: 'bad', word: 'Action Failed' },
  HEALTHY: { tone: 'good', word: 'Associated' },
}

/** The state of an external network. */
export function ExternalNetworkStatus({ state }: { state: ExternalNetworkState }) {
  const { tone, word } = looks[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
