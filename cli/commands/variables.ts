import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readVariableFile, writeVariableFile } from '../../core/application/variable-file'
import type { Variables } from '../api/wire'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findVariables } from '../names/find-variables'
import { tableOf } from '../output/table'
import { describeLines } from '../output/variable-lines'
import { safeText } from '../safe-text'
import type { Run } from './command'

interface PlaceOptions {
  /** The environment whose own ones are meant. */
  env?: string
}

interface ListOptions extends PlaceOptions {
  asFile?: boolean
}

interface SetOptions extends PlaceOptions {
  fromFile?: string
  /** `NAME=ARN` of each. */
  secret?: string[]
  /** Takes lines of the file that are marked as they were read. */
  asRead?: boolean
}

/** The variables and secrets of an application, or those that an environment has of its own for it. */
export async function printVariables(run: Run, application: string, options: ListOptions): Promise<void> {
  const { owner, present } = await findVariables(run.client, application, options.env)
  const { environmentVariables, secrets } = present
  if (options.asFile && !run.options.json)
    return run.surroundings.write(safeText(writeVariableFile(environmentVariables)))
  const rows = [
    ...Object.entries(environmentVariables).map(([name, value]) => [name, 'variable', value]),
    ...Object.entries(secrets).map(([name, arn]) => [name, 'secret', arn]),
  ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  run.print(present, () =>
    rows.length === 0 ? `${owner} has no variables.` : tableOf(['NAME', 'KIND', 'VALUE'], rows),
  )
}

/** Adds variables and secrets, each in place of the one that has its name. */
export async function setVariables(
  run: Run,
  application: string,
  pairs: string[],
  options: SetOptions,
): Promise<void> {
  const given = {
    environmentVariables: { ...readFile(run, options), ...readPairs(pairs, 'NAME=value') },
    secrets: readPairs(options.secret ?? [], 'NAME=ARN'),
  }
  if (namesIn(given).length === 0)
    throw usageError('Which variables?', 'Give NAME=value, --secret NAME=ARN or --from-file.')
  const { owner, present, save } = await findVariables(run.client, application, options.env)
  await save({
    ...withAdded('environmentVariables', present, given),
    ...withAdded('secrets', present, given),
  })
  tellSaved(run, owner, namesIn(given), 'set')
}

/** Removes variables and secrets by their names. */
export async function unsetVariables(
  run: Run,
  application: string,
  names: string[],
  options: PlaceOptions,
): Promise<void> {
  const { owner, present, save } = await findVariables(run.client, application, options.env)
  const unknown = names.find((name) => !namesIn(present).includes(name))
  if (unknown !== undefined)
    throw new CliError(`${owner} has no variable ${unknown}.`, {
      exitCode: exitCodes.refused,
      code: 'not-found',
      hint: 'List them: sdo variables list APPLICATION',
    })
  const without = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  await save({
    environmentVariables: without(present.environmentVariables),
    secrets: without(present.secrets),
  })
  tellSaved(run, owner, names, 'removed')
}

const tellSaved = (run: Run, owner: string, names: string[], what: string) =>
  run.print(
    { names },
    () => `${owner}: ${what} ${names.join(', ')}. It takes effect with the next deployment.`,
  )

const namesIn = ({ environmentVariables, secrets }: Variables): string[] => [
  ...Object.keys(environmentVariables),
  ...Object.keys(secrets),
]

/** Nothing where nothing is added, which leaves it as it is. */
const withAdded = (kind: keyof Variables, present: Variables, given: Variables): Partial<Variables> =>
  Object.keys(given[kind]).length === 0 ? {} : { [kind]: { ...present[kind], ...given[kind] } }

function readPairs(pairs: string[], form: string): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value = ''] = /^([^=]+)=([^]*)$/.exec(pair) ?? []
      // The rest may be a secret.
      if (name === undefined) throw usageError(`One of the arguments is not ${form}.`)
      return [name, value]
    }),
  )
}

/** Tells what was read of a file, and takes it where no line is one that its writer may have meant in another way. */
function readFile({ surroundings, options }: Run, { fromFile, asRead }: SetOptions): Record<string, string> {
  if (fromFile === undefined) return {}
  const lines = readVariableFile(textOf(resolve(surroundings.workingFolder, fromFile), fromFile))
  surroundings.tell(`${safeText(describeLines(lines, surroundings.hasPerson && !options.json))}\n`)
  const faulty = lines.filter(({ fault }) => fault !== undefined)
  if (faulty.length > 0)
    throw refusal(
      `Nothing was saved: ${linesOf(faulty)} of ${fromFile} cannot be read.`,
      'Correct the file and run it again.',
    )
  const odd = lines.filter(({ notes }) => notes.length > 0)
  if (odd.length > 0 && !asRead)
    throw refusal(
      `Nothing was saved: check ${linesOf(odd)} of ${fromFile}.`,
      'Change the file, or run it again with --as-read to save what was read.',
    )
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]))
}

function textOf(path: string, given: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (failure) {
    throw usageError(`${given} cannot be read (${(failure as NodeJS.ErrnoException).code}).`)
  }
}

const linesOf = (lines: { number: number }[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(({ number }) => number).join(', ')}`

const refusal = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.refused, hint, code: 'invalid' })
