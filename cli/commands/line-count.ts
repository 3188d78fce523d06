import { usageError } from '../cli-error'

/** How many lines were asked for. @throws CliError `usage` */
export function lineCount(typed: string, most: number): number {
  const lines = Number(typed)
  if (!Number.isInteger(lines) || lines < 0 || lines > most)
    throw usageError(`--lines takes a number from 0 to ${most}.`)
  return lines
}
