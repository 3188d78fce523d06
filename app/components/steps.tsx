import { StatusBadge, type Tone } from './status-badge'

export interface Step {
  label: string
  state: 'done' | 'running' | 'waiting' | 'failed' | 'missed'
  /** How long it took, or the reason why it waits or failed. */
  message?: string
}

const badges: Record<Step['state'], { tone: Tone; word: string }> = {
  done: { tone: 'good', word: 'Done' },
  running: { tone: 'busy', word: 'In progress' },
  waiting: { tone: 'neutral', word: 'Waiting' },
  failed: { tone: 'bad', word: 'Failed' },
  missed: { tone: 'neutral', word: 'Not reached' },
}

/** Long work as its steps in one line, each with its state; below it what there is to say of those at which it is. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  const told = steps.filter(({ state, message }) => state !== 'done' && message !== undefined)
  return (
    <div className="panel">
      <ol aria-label={label} className="flex flex-wrap gap-x-5 gap-y-1.5 px-3 py-2">
        {steps.map((step) => (
          <li key={step.label} className="flex items-center gap-x-1.5">
            <StatusBadge tone={badges[step.state].tone} title={badges[step.state].word}>
              {step.label}
            </StatusBadge>
            <span className="sr-only">{badges[step.state].word}</span>
            {step.state === 'done' && <span className="tabular-nums text-muted">{step.message}</span>}
          </li>
        ))}
      </ol>
      {told.map((step) => (
        <p key={step.label} className="border-t border-line px-3 py-2">
          <span className="font-medium">{`${step.label}: `}</span>
          <span className="text-muted">{step.message}</span>
        </p>
      ))}
    </div>
  )
}
