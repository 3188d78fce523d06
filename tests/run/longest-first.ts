import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node'

/**
 * Files that take minutes. One that began among the last would go on while all other workers have ended. Of those that start programs no two are
 * named: together they would keep each other's from starting in time.
 */
const longest = [
  'tests/site/full-team.isolated.test.ts',
  'tests/site/event-loop.test.ts',
  'tests/site/bad-forms.test.ts',
  'tests/site/queries-in-the-log.test.ts',
  'tests/contract/fuzz/fuzz.test.ts',
  'tests/simulation/moving-prices.test.ts',
  'tests/simulation/going-back.test.ts',
  'tests/simulation/store-loss.test.ts',
  'tests/simulation/spot-month.test.ts',
  'tests/simulation/refusal.test.ts',
  'tests/simulation/restore.test.ts',
  'tests/simulation/controller-death.test.ts',
]

/** Begins with the files that take longest. Vitest goes by their size, where it does not remember a run, and the largest are not the longest. */
export class LongestFirst extends BaseSequencer {
  constructor(vitest: Vitest) {
    super(vitest)
    const gone = longest.filter((file) => !existsSync(file))
    if (gone.length > 0)
      throw new Error(`tests/run/longest-first.ts names files that are not there: ${gone.join(', ')}`)
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Files of a project stay together: a worker is not kept for those of another one.
    return sorted.sort((a, b) => turnOf(a) - turnOf(b) || comparedNames(a, b) || rankOf(a) - rankOf(b))
  }
}

/** What is isolated first: the longest of all is. */
const turnOf = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1)

const comparedNames = (a: TestSpecification, b: TestSpecification) =>
  a.project.name.localeCompare(b.project.name)

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank === -1 ? longest.length : rank
}
