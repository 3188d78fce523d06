import type { Command } from 'commander'
import type { Work } from './commands/command'
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
