import { z } from 'zod'
import { defaultDeadlineMilliseconds } from '../planner'

const optionsSchema = z.object({
  file: z.string({
    error: 'Which workload? Usage: npm run -s plan -- workload.json [--table] [--deadline ms] [--seed n]',
  }),
  table: z.boolean(),
  deadlineMilliseconds: z.coerce
    .number('--deadline needs milliseconds.')
    .positive('--deadline needs milliseconds above 0.'),
  seed: z.coerce.number('--seed needs an integer.').int('--seed needs an integer.'),
})

type CommandOptions = z.infer<typeof optionsSchema>

/** Reads the arguments of the command. @throws Error with one sentence per fault. */
export function parseArguments(args: string[]): CommandOptions {
  const given: Record<string, unknown> = {
    table: false,
    deadlineMilliseconds: defaultDeadlineMilliseconds,
    seed: 1,
  }
  const faults: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    const [flag, joined] = arg.split('=', 2)
    const value = () => joined ?? args[++index] ?? ''
    if (flag === '--table') given.table = true
    else if (flag === '--deadline') given.deadlineMilliseconds = value() || 'missing'
    else if (flag === '--seed') given.seed = value() || 'missing'
    else if (arg.startsWith('--')) faults.push(`Unknown option ${arg}.`)
    else if (given.file !== undefined) faults.push(`One workload at a time: ${arg} is too many.`)
    else given.file = arg
  }
  const result = optionsSchema.safeParse(given)
  if (!result.success) faults.push(...result.error.issues.map(({ message }) => message))
  if (!result.success || faults.length > 0) throw new Error(faults.join('\n'))
  return result.data
}
