import { Option, type Command } from 'commander'
import type { Level } from '../core/output/levels'
import type { LogType } from '../core/resources/events'
import type { Work } from './commands/command'
import { logs } from './commands/logs'
import { createToken, deleteToken, printTokens } from './commands/tokens'
import { printVariables, setVariables, unsetVariables } from './commands/variables'

/** Runs work as whoever is logged in. */
type SignedIn = (work: Work) => Promise<void>

const ofEnvironment = (command: Command) =>
  command.option('--env <environment>', 'use the values of an environment')

/** `sdo variables …` */
export function addVariableCommands(program: Command, signedIn: SignedIn): void {
  const variables = program.command('variables').description('list, set and remove variables and secrets')
  ofEnvironment(
    variables
      .command('list <application>')
      .description('list the variables of an application, and the ARNs of its secrets')
      .option('--as-file', 'print the variables as a .env file'),
  ).action((application: string, options: Parameters<typeof printVariables>[2]) =>
    signedIn((run) => printVariables(run, application, options)),
  )
  ofEnvironment(
    variables
      .command('set <application> [pairs...]')
      .description('add variables, NAME=value each, or replace those with the same name')
      .option('--from-file <path>', 'add the variables of a .env file, and show them first')
      .option('--as-read', 'save the file even if some lines are marked')
      .option('--secret <pair...>', 'NAME=ARN of a secret'),
  ).action((application: string, pairs: string[], options: Parameters<typeof setVariables>[3]) =>
    signedIn((run) => setVariables(run, application, pairs, options)),
  )
  ofEnvironment(
    variables
      .command('unset <application> <names...>')
      .description('remove variables and secrets by their names'),
  ).action((application: string, names: string[], options: Parameters<typeof unsetVariables>[3]) =>
    signedIn((run) => unsetVariables(run, application, names, options)),
  )
}

/** `sdo tokens …` */
export function addTokenCommands(program: Command, signedIn: SignedIn): void {
  const tokens = program.command('tokens').description('list, create and delete tokens of integration users')
  tokens
    .command('list [integrationUser]')
    .description('list the tokens of the integration users, or of one')
    .action((user: string | undefined) => signedIn((run) => printTokens(run, user)))
  tokens
    .command('create <integrationUser>')
    .description('print a new token; asks for your password or reads it from a pipe')
    .action((user: string) => signedIn((run) => createToken(run, user)))
  tokens
    .command('delete <token>')
    .description('delete a token by its id, or as listed')
    .action((token: string) => signedIn((run) => deleteToken(run, token)))
}

/** In rising order. */
const levels: readonly Level[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']
/** The logs of SDO itself. */
const logTypes: readonly LogType[] = ['deployment', 'network']

/** `sdo logs …` */
export function addLogsCommand(program: Command, signedIn: SignedIn): void {
  program
    .command('logs <environment> [application]')
    .description('print what the applications of an environment print, or one of them')
    .option('-f, --follow', 'continue until Ctrl-C')
    .option('--grep <text>', 'only lines that contain this text, in the same case')
    .addOption(new Option('--level <level>', 'only lines of this level or a graver one').choices(levels))
    .option('--since <time>', 'from when: 15m, 2h, 7d, or a time in UTC; default: 1h')
    .option('--until <time>', 'until when; default: now')
    .option('--lines <number>', 'how many of the newest lines', '100')
    .addOption(new Option('--type <type>', 'print the log of SDO itself instead').choices(logTypes))
    .action((environment: string, application: string | undefined, options: Parameters<typeof logs>[3]) =>
      signedIn((run) => logs(run, environment, application, options)),
    )
}
