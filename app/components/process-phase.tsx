import { isHealthy } from '../../core/process/process-phases'
import type { RunningProcess } from '../services/environments/process-views'
import { StatusBadge, type Tone } from './status-badge'

const looks: Record<RunningProcess['phase'], [tone: Tone, word: string]> = {
  Pending: ['busy', 'Waiting for its instance'],
  Starting: ['busy', 'Starting'],
  Healthy: ['good', 'Healthy'],
  Serving: ['good', 'Serving'],
  Draining: ['neutral', 'Draining'],
  Stopping: ['neutral', 'Stopping'],
}

/** How far a process is. One that does not get healthy says why. */
export function ProcessPhase({
  phase,
  message,
  isUnstable,
}: Pick<RunningProcess, 'phase' | 'message' | 'isUnstable'>) {
  const [tone, word] = looks[phase]
  const isIll = phase === 'Starting' && message !== undefined
  // Healthy by itself, and its load balancer finds fault with it.
  const isRefused = phase === 'Healthy' && message !== undefined
  if (isUnstable && isHealthy({ phase }) && !isRefused)
    return (
      <StatusBadge tone="warn" title="It crashed several times within the last minutes.">
        Unstable
      </StatusBadge>
    )
  return (
    <StatusBadge tone={isIll || isRefused ? 'warn' : tone} title={message}>
      {isIll ? 'Not healthy' : isRefused ? 'Gets no requests' : word}
    </StatusBadge>
  )
}

/** Says, without a full stop, that the kernel ended programs in a process that goes on. */
export const programsKilled = (count: number): string =>
  `${count === 1 ? '1 program' : `${count} programs`} killed: memory ran out`
