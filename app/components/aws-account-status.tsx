import type { AwsAccountState } from '../../core/resources/wire-states'
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

/** The looks of an account to whose environments SDO has no access, whatever its roles look like. */
const refusedLooks: Partial<typeof looks> = {
  CONFIGURATION_CHANGE: { tone: 'bad', word: looks.CONFIGURATION_CHANGE.word },
  SUCCESS: looks.FAILURE,
}

/** The state of an AWS account. `isRefused`: SDO cannot use its role for an environment in it. */
export function AwsAccountStatus({ state, isRefused }: { state: AwsAccountState; isRefused: boolean }) {
  const { tone, word } = (isRefused && refusedLooks[state]) || looks[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
