import type { StepOutcome, TrialOutcome, UndoOutcome } from './run-trial'

export interface Report extends TrialOutcome {
  accountNumber: string
  region: string
  startedEpoch: number
  endedEpoch: number
  /** USD, what was said beforehand. */
  mostUsd: number
  /** Whether the whole story held and nothing is left. */
  isGood: boolean
}

/** Whether everything held, was undone, and nothing is left. */
export const isGood = ({ steps, undone, left }: TrialOutcome): boolean =>
  steps.every(({ outcome }) => outcome === 'held' || outcome === 'left-out') &&
  undone.every(({ outcome }) => outcome === 'undone') &&
  left?.length === 0

const words: Record<StepOutcome['outcome'] | UndoOutcome['outcome'], string> = {
  held: 'held',
  'not-held': 'did not hold',
  failed: 'failed',
  stopped: 'stopped',
  'left-out': 'left out',
  'not-reached': 'not reached',
  undone: 'removed',
}

export const wordsOf = ({ outcome }: StepOutcome | UndoOutcome): string => words[outcome]

/** The report for people. */
export function reportMarkdown(report: Report): string {
  const { accountNumber, region, startedEpoch, endedEpoch, mostUsd, steps, undone } = report
  const began = new Date(startedEpoch).toISOString()
  const minutes = Math.round((endedEpoch - startedEpoch) / 60_000)
  return [
    `# Trial in the account ${accountNumber}`,
    `${report.isGood ? 'Everything held, and nothing is left.' : 'Not everything held: see below.'} It began at ${began} in ${region}, took ${minutes} minutes, and was to cost at most ${mostUsd.toFixed(2)} USD.`,
    '## Steps',
    table(['Step', 'Outcome', 'Seconds', 'Reason'], steps.map(rowOf)),
    '## What held',
    list(steps.flatMap(({ held }) => held)),
    '## What did not hold',
    list(steps.flatMap(({ notHeld }) => notHeld)),
    '## Measured',
    table(
      ['What', 'Seconds'],
      measuredIn(steps).map(([name, seconds]) => [name, String(seconds)]),
    ),
    '## Removal',
    table(['Of step', 'Outcome', 'Seconds', 'Reason'], undone.map(rowOf)),
    '## What is left',
    report.left === undefined ? `AWS could not be asked: ${report.leftReason}` : list(report.left),
    '',
  ].join('\n\n')
}

/** The report for programs: times are in seconds, by name. */
export const reportJson = (report: Report): string =>
  `${JSON.stringify({ ...report, measured: Object.fromEntries(measuredIn(report.steps)) }, null, 2)}\n`

/** Times by step and name, so that the boot of one step is not that of another. */
const measuredIn = (steps: StepOutcome[]): [string, number][] =>
  steps.flatMap(({ name: step, measured }) =>
    Object.entries(measured).map(([name, seconds]): [string, number] => [`${step}.${name}`, seconds]),
  )

const rowOf = (one: StepOutcome | UndoOutcome): string[] => [
  one.name,
  wordsOf(one),
  one.outcome === 'left-out' || one.outcome === 'not-reached' ? '' : String(one.seconds),
  one.reason ?? '',
]

/** A text of AWS may have what Markdown would take for the end of a cell. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return 'Nothing.'
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const list = (items: string[]): string =>
  items.length === 0 ? 'Nothing.' : items.map((item) => `- ${item}`).join('\n')
