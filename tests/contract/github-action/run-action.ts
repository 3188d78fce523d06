import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../../../.github/actions/deploy')

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  outputs: Record<string, unknown>
  runs: { using: string; main: string }
}

export const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action

export interface ActionRun {
  exitCode: number | null
  /** Everything it wrote, commands to the runner included. */
  output: string
  outputs: Record<string, string>
  /** What stands on the page of the job. */
  summary: string
}

/**
 * Runs the action's file as a runner does: inputs and their defaults as variables, outputs and summary in files. `event` is what
 * the workflow runs for, as JSON; the rest are variables of the runner.
 */
export async function runAction(
  inputs: Record<string, string>,
  { event, ...environment }: Record<string, string | undefined> = {},
): Promise<ActionRun> {
  const scratch = mkdtempSync(join(tmpdir(), 'sdo-action-'))
  const outputFile = join(scratch, 'output')
  writeFileSync(outputFile, '')
  const [summaryFile, eventFile] = [join(scratch, 'summary'), join(scratch, 'event')]
  writeFileSync(summaryFile, '')
  writeFileSync(eventFile, event ?? '{}')
  const variables = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? value,
  ])
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'without-pauses.mjs'), join(folder, action.runs.main)],
    {
      env: {
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        GITHUB_EVENT_PATH: eventFile,
        ...environment,
        ...Object.fromEntries(variables),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const outputs = readOutputs(readFileSync(outputFile, 'utf8'))
  const summary = readFileSync(summaryFile, 'utf8')
  rmSync(scratch, { recursive: true })
  return { exitCode, output, outputs, summary }
}

/** `name<<end`, the value, `end`: as runners read it. */
const readOutputs = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [
      name,
      value,
    ]),
  )
