import type { Logger } from '../logging/logger'

interface UnknownVariable {
  variable: string
  /** The one that is meant, most likely. */
  meant: string | undefined
}

/** Beginnings that programs share with others. */
const sharedBeginnings = ['NODE', 'OTEL']
/** What Kubernetes and Docker tell a container of services whose name begins like a variable. */
const ofServices = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP).*)?$/

/**
 * Variables of `environment` that begin like one of `names`, as `QUOTA_…` does, and that nobody reads: a slip that would otherwise show
 * only by what does not happen.
 */
export function findUnknownVariables(
  environment: Record<string, string | undefined>,
  names: readonly string[],
): UnknownVariable[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]))
  const beginnings = new Set(names.filter((name) => name.includes('_')).map(beginningOf))
  for (const shared of sharedBeginnings) beginnings.delete(shared)
  return Object.keys(environment)
    .filter((variable) => beginnings.has(beginningOf(variable)))
    .filter((variable) => !known.has(variable) && !ofServices.test(variable))
    .sort()
    .map((variable) => ({ variable, meant: closestOf(variable, [...known]) }))
}

/** Says so in the log, each in one line. */
export function warnOfVariables(log: Logger, unknown: UnknownVariable[]): void {
  for (const { variable, meant } of unknown)
    log.warn(
      { variable, ...(meant && { meant }) },
      'This variable is not read. Correct its name, or remove it: docs/operations.md lists those that are',
    )
}

const beginningOf = (name: string) => name.split('_')[0] ?? name

const mostSlips = 3

function closestOf(variable: string, names: string[]): string | undefined {
  const [closest] = names
    .map((name) => ({ name, slips: distanceOf(variable, name) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((a, b) => a.slips - b.slips)
  return closest?.name
}

/** How many letters must be added, taken away or replaced to make one of the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
