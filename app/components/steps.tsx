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

/** Long work as its steps, each with its state. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol aria-label={label} className="panel divide-y divide-line">
      {steps.map((step) => (
        <li key={step.label} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
          <span>{step.label}</span>
          <StatusBadge tone={badges[step.state].tone}>{badges[step.state].word}</StatusBadge>
          {step.message && <p className="basis-full text-muted">{step.message}</p>}
        </li>
      ))}
    </ol>
  )
}
