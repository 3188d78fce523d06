import { safeLine } from '../safe-text'

/** Columns wide enough for what is in them, with two blanks between. Numbers, amounts and percentages end below each other; a name may look like a number. */
export function tableOf(head: string[], rows: (string | number)[][]): string {
  const lines = [head, ...rows.map((row) => row.map((cell) => safeLine(String(cell))))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isNumeric = head.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || /^(\$[\d.,]+|\d+ %)?$/.test(row[column] ?? '')),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumeric[column] && rows.length > 0
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** USD: `$0.0123` for what would round to nothing, else `$12.34`. */
export const dollars = (amount: number): string =>
  `$${amount.toFixed(amount !== 0 && Math.abs(amount) < 1 ? 4 : 2)}`
