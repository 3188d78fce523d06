import type { HostedZoneLinkState, HostedZoneState } from '../../core/resources/wire-states'
import { StatusBadge, type Tone } from './status-badge'

const looks: Record<HostedZoneState, { tone: Tone; word: string }> = {
  INITIAL_SETUP: { tone: 'busy', word: 'Pending' },
  UPDATING_RECORDS: { tone: 'busy', word: 'Pending' },
  DELETING: { tone: 'busy', word: 'Deleting' },
  DELETION_FAILURE: { tone: 'bad', word: 'Action Failed' },
  INITIAL_SETUP_FAILURE: { tone: 'bad', word: 'Action Failed' },
  HEALTHY: { tone: 'good', word: 'Associated' },
  DNS_MISSMATCH: { tone: 'warn', word: 'DNS Mismatch' },
}

/** The state of a hosted zone. */
export function HostedZoneStatus({ state }: { state: HostedZoneState }) {
  const { tone, word } = looks[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}

const linkLooks: Record<HostedZoneLinkState, { tone: Tone; word: string }> = {
  ASSOCIATED: { tone: 'good', word: 'Associated' },
  IN_PROGRESS: { tone: 'busy', word: 'In Progress' },
  QUEUED: { tone: 'neutral', word: 'Queued' },
  REMOVING: { tone: 'busy', word: 'Removing' },
}

/** How far a hosted zone is at an environment. */
export function HostedZoneLinkStatus({ state }: { state: HostedZoneLinkState }) {
  const { tone, word } = linkLooks[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
