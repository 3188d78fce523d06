import { readFileSync } from 'node:fs'
import { parseArguments } from './options'
import { planTable } from './plan-table'
import { createPlanner } from '../planner'
import { parseWorkload, WorkloadError } from './parse-workload'

/** Exit codes: all placed, not planned, something not placed. */
const exitCodes = { placed: 0, refused: 1, unplaced: 2 }

async function main(args: string[]): Promise<number> {
  const { file, table, deadlineMilliseconds, seed } = parseArguments(args)
  const workload = parseWorkload(readJson(file))
  const planner = await createPlanner({ deadlineMilliseconds, seed, now: () => performance.now() })
  const start = performance.now()
  const plan = planner(workload)
  const milliseconds = Math.round(performance.now() - start)
  process.stdout.write(
    `${table ? planTable(workload, plan) : JSON.stringify({ ...plan, milliseconds }, null, 2)}\n`,
  )
  return plan.unplaced.length > 0 ? exitCodes.unplaced : exitCodes.placed
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const intro = error instanceof WorkloadError ? 'The workload cannot be planned:\n' : ''
    process.stderr.write(`${intro}${message}\n`)
    process.exitCode = exitCodes.refused
  },
)
