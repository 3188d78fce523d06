import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ratio, spread, whole } from '../figures'
import { rounding, withFiles, type Planned, type Rival } from '../rival'
import { runForOutput } from '../run-for-output'

const answerSchema = z.object({
  costPerHour: z.number(),
  instances: z.number(),
  unplaced: z.number(),
  milliseconds: z.number(),
  processorMilliseconds: z.number(),
})

const sources = ['go.mod', 'go.sum', 'main.go', 'workload.go']

/**
 * Karpenter's own scheduler, built from the Go program beside this file. The first time this takes some minutes.
 * @throws where there is no Go
 */
export async function karpenter(): Promise<Rival> {
  const program = await built()
  return {
    async compare(planned) {
      const output = await withFiles(
        planned.map(({ workload }) => workload),
        (paths) => runForOutput(program, paths),
      )
      const answers = output
        .trim()
        .split('\n')
        .map((line) => answerSchema.parse(JSON.parse(line)))
      return {
        rows: rowsOf(planned, answers),
        faults: planned.flatMap((one, index) => faultsOf(one, answers[index])),
      }
    },
  }
}

type Answer = z.infer<typeof answerSchema>

function rowsOf(planned: Planned[], answers: Answer[]): [string, string][] {
  const against = (cost: (one: Planned, answer: Answer) => number) =>
    spread(
      planned.flatMap((one, index) => {
        const answer = answers[index]
        return answer && answer.costPerHour > 0 ? [cost(one, answer) / answer.costPerHour] : []
      }),
      ratio,
    )
  return [
    ["cost of Karpenter's", against(({ plan }) => plan.costPerHour)],
    ["baseline of Karpenter's", against(({ baselineCost }) => baselineCost)],
    [
      'Karpenter, instances',
      spread(
        answers.map(({ instances }) => instances),
        whole,
      ),
    ],
    [
      'Karpenter, ms',
      spread(
        answers.map(({ milliseconds }) => milliseconds),
        whole,
      ),
    ],
    [
      '  of all cores together',
      spread(
        answers.map(({ processorMilliseconds }) => processorMilliseconds),
        whole,
      ),
    ],
  ]
}

function faultsOf({ plan, baselineCost }: Planned, answer: Answer | undefined): string[] {
  if (!answer) return ['Karpenter gave no answer.']
  const unplaced = (plan.unplaced ?? []).reduce((sum, { count }) => sum + count, 0)
  if (answer.unplaced !== unplaced)
    return [`Karpenter leaves ${answer.unplaced} unplaced, the planner ${unplaced}.`]
  const dearer = (cost: number) => cost > answer.costPerHour * (1 + rounding)
  return [
    ...(dearer(plan.costPerHour)
      ? [`Karpenter is cheaper: ${answer.costPerHour} to ${plan.costPerHour}.`]
      : []),
    ...(dearer(baselineCost)
      ? [`Karpenter is cheaper than the baseline: ${answer.costPerHour} to ${baselineCost}.`]
      : []),
  ]
}

async function built(): Promise<string> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(folder, source)))
  const cache = process.env.SDO_TEST_CACHE ?? join(homedir(), '.cache', 'sdo-tests')
  const program = join(cache, `karpenter-rival-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  if (spawnSync('go', ['version']).status !== 0)
    throw new Error('Comparing with Karpenter needs Go 1.26 (https://go.dev/dl), to build its scheduler.')
  mkdirSync(cache, { recursive: true })
  // Under another name at first, so that a build that is broken off leaves none to be taken for whole.
  const unfinished = `${program}-unfinished-${process.pid}`
  await runForOutput('go', ['build', '-o', unfinished, '.'], folder)
  renameSync(unfinished, program)
  return program
}
