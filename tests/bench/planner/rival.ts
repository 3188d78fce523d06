import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan, Workload } from '../../../controller/planner/planner'

/** A workload and what the planner made of it. */
export interface Planned {
  workload: Workload
  plan: Plan
  /** What the first-fit-decreasing of the same process costs. */
  baselineCost: number
}

/** Something else that answers the same workloads. */
export interface Rival {
  compare(planned: Planned[]): Promise<Comparison>
}

export interface Comparison {
  rows: [title: string, figures: string][]
  /** What cannot be true of both it and the planner. */
  faults: string[]
}

/** Prices are read as fractions there and added up here. */
export const rounding = 1e-9

/** Runs `use` with files of these contents, which are gone afterwards. */
export async function withFiles<Result>(
  contents: unknown[],
  use: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-planner-'))
  try {
    return await use(
      contents.map((content, index) => {
        const path = join(folder, `${index}.json`)
        writeFileSync(path, JSON.stringify(content))
        return path
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
