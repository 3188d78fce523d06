import { Argument, Command, Option } from 'commander'
import { unnamedAction } from '../core/github/workflow'
import { completionScript, shells } from './completion'
import { usageError } from './cli-error'
import { addLogsCommand, addTokenCommands, addVariableCommands } from './command-groups'
import { declareVersion, printApplications, printVersions } from './commands/applications'
import { printAccounts } from './commands/accounts'
import { approve, decline } from './commands/approve'
import type { GlobalOptions, Run, Work } from './commands/command'
import { cost } from './commands/cost'
import { deploy } from './commands/deploy'
import { buildSystemNames, init, type InitOptions } from './commands/init'
import { login, logout, type LoginOptions } from './commands/login'
import { open } from './commands/open'
import { promote } from './commands/promote'
import { restart } from './commands/restart'
import { retry } from './commands/retry'
import { revert } from './commands/revert'
import { scale } from './commands/scale'
import { sleep, wake } from './commands/sleep'
import { printEnvironments, status } from './commands/status'
import { stop } from './commands/stop'
import { top } from './commands/top'
import { defaultTimeoutMinutes } from './commands/wait-for-deployment'
import { whoami } from './commands/whoami'
import { openSession } from './login/open-session'
import { originOf } from './login/portal-address'
import { safeText } from './safe-text'
import type { Surroundings } from './surroundings'

/**
 * Every command with its options.
 *
 * @param end gets the exit code of the command that ran
 */
export function createProgram(
  given: Surroundings,
  version: string,
  end: (exitCode: number) => void,
): Command {
  const surroundings = { ...given }
  const program = new Command('sdo')
    .description('Declares versions of applications, deploys them and shows the progress.')
    .version(version)
    .option('--url <address>', 'the portal; default: SDO_URL, or your last login')
    .option('--ca-file <path>', 'PEM file of more authorities to trust')
    .option('--json', 'print JSON, one object per line')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    // What is wrong is thrown as well, and told where all errors are.
    .configureOutput({
      writeOut: surroundings.write,
      writeErr: (help) => {
        if (!program.opts<GlobalOptions>().json) surroundings.tell(help)
      },
      outputError: () => undefined,
    })
    .addHelpText('after', exitCodeHelp)
    .hook('preAction', () => {
      const { caFile } = program.opts<GlobalOptions>()
      if (caFile !== undefined) surroundings.fetch = surroundings.trusting?.(caFile) ?? surroundings.fetch
    })

  /** Runs `work` as whoever is logged in. */
  const signedIn = async (work: Work) => {
    const options = program.opts<GlobalOptions>()
    const { client, close } = await openSession(surroundings, options.url)
    const print: Run['print'] = (value, text) =>
      surroundings.write(`${options.json ? JSON.stringify(value) : safeText(text(value))}\n`)
    try {
      end((await work({ surroundings, options, client, print })) ?? 0)
    } finally {
      await close()
    }
  }
  const waits = (command: Command) =>
    command
      .option('--no-wait', 'do not wait until it is done')
      .option('--timeout <minutes>', 'how long to wait', defaultTimeoutMinutes)
      .option('--watch-undo', 'once live, wait until automatic rollback is over')
      .hook('preAction', (_program, chosen) => {
        const { wait, watchUndo } = chosen.opts<{ wait: boolean; watchUndo?: boolean }>()
        if (watchUndo && !wait)
          throw usageError('--watch-undo waits, and --no-wait does not.', 'Leave one of them out.')
      })
  const queues = (command: Command) => waits(command.option('--approve-cost', 'confirm the cost if needed'))

  program
    .command('login [portal]')
    .description('log in: approve it in a browser, on this machine or another')
    .option('--email <address>', 'log in with your password instead')
    .option('--with-token', 'log in as an integration user, with its token from a pipe or typed')
    .option(
      '--integration-user-id <id>',
      'log in as an integration user that trusts this job: SDO_IDENTITY_TOKEN, or a token from a pipe',
    )
    .action((portal: string | undefined, options: LoginOptions) =>
      login(surroundings, portal, { ...program.opts<GlobalOptions>(), ...options }),
    )
  program
    .command('logout')
    .description('end the login')
    .action(() => logout(surroundings, program.opts()))
  program
    .command('whoami')
    .description('show who is logged in, and where')
    .action(() => signedIn(whoami))
  program
    .command('apps')
    .description('list the applications')
    .action(() => signedIn(printApplications))
  program
    .command('envs')
    .description('list the environments')
    .action(() => signedIn(printEnvironments))
  program
    .command('accounts [account]')
    .description('list the AWS accounts, or show what one is ready for')
    .action((account: string | undefined) => signedIn((run) => printAccounts(run, account)))

  const versions = program.command('versions').description('list and declare versions')
  versions
    .command('list <application>')
    .description('list the newest versions')
    .action((application: string) => signedIn((run) => printVersions(run, application)))
  queues(
    versions
      .command('declare <application> <tag>')
      .description('declare a version of an application (name, id or integration id) with its image tag')
      .option('--name <name>', 'name of the version; default: the tag')
      .option('--source <address>', 'address of its source')
      .option('--deploy', 'deploy it to the auto deploy environment'),
  ).action((application: string, tag: string, options: Parameters<typeof declareVersion>[3]) =>
    signedIn((run) => declareVersion(run, application, tag, options)),
  )

  queues(
    program
      .command('deploy <application> [version]')
      .description('deploy a version to an environment; default: the newest')
      .requiredOption('--env <environment>', 'the environment')
      .option('--remove', 'remove the application from the environment instead'),
  ).action((application: string, version: string | undefined, options: Parameters<typeof deploy>[3]) =>
    signedIn((run) => deploy(run, application, version, options)),
  )
  queues(
    program
      .command('promote <source> <target>')
      .description('deploy to the target exactly what the source runs'),
  ).action((source: string, target: string, options: Parameters<typeof promote>[3]) =>
    signedIn((run) => promote(run, source, target, options)),
  )
  queues(
    program
      .command('restart <application>')
      .description('replace its processes in an environment; the new ones read their secrets again')
      .requiredOption('--env <environment>', 'the environment'),
  ).action((application: string, options: Parameters<typeof restart>[2]) =>
    signedIn((run) => restart(run, application, options)),
  )
  queues(
    program
      .command('revert <environment>')
      .description('restore what an environment ran before')
      .option('--to <number>', 'restore the state of that deployment'),
  ).action((environment: string, options: Parameters<typeof revert>[2]) =>
    signedIn((run) => revert(run, environment, options)),
  )
  program
    .command('sleep <environment>')
    .description('stop the processes and instances of an environment until it is woken')
    .action((environment: string) => signedIn((run) => sleep(run, environment)))
  program
    .command('wake <environment>')
    .description('start again what an environment ran before it slept')
    .action((environment: string) => signedIn((run) => wake(run, environment)))
  program
    .command('stop <environment> [number]')
    .description('stop a deployment that waits or is in progress; default: the newest')
    .action((environment: string, number: string | undefined) =>
      signedIn((run) => stop(run, environment, number)),
    )
  queues(
    program
      .command('retry <environment> [number]')
      .description('retry a failed deployment; default: the newest'),
  ).action((environment: string, number: string | undefined, options: Parameters<typeof retry>[3]) =>
    signedIn((run) => retry(run, environment, number, options)),
  )
  waits(
    program
      .command('approve <environment> [number]')
      .description('review and approve a waiting deployment; default: the newest')
      .option('--yes', 'approve it without asking'),
  ).action((environment: string, number: string | undefined, options: Parameters<typeof approve>[3]) =>
    signedIn((run) => approve(run, environment, number, options)),
  )
  program
    .command('decline <environment> [number]')
    .description('decline a waiting deployment; default: the newest')
    .action((environment: string, number: string | undefined) =>
      signedIn((run) => decline(run, environment, number)),
    )
  program
    .command('scale <application> <processes>')
    .description('set how many processes of an application run in an environment')
    .requiredOption('--env <environment>', 'the environment')
    .option('--approve-cost', 'confirm the cost if needed')
    .action((application: string, processes: string, options: Parameters<typeof scale>[3]) =>
      signedIn((run) => scale(run, application, processes, options)),
    )
  addVariableCommands(program, signedIn)
  addTokenCommands(program, signedIn)
  program
    .command('status [environment]')
    .description('show environment status')
    .option('--watch', 'follow the deployment in progress')
    .option('--history', 'list its newest deployments')
    .option('--timeout <minutes>', 'how long to watch', defaultTimeoutMinutes)
    .action((environment: string | undefined, options: Parameters<typeof status>[2]) =>
      signedIn((run) => status(run, environment, options)),
    )
  addLogsCommand(program, signedIn)
  program
    .command('open <environment> [application]')
    .description('open an application, or the page of an environment, in the browser')
    .action((environment: string, application: string | undefined) =>
      signedIn((run) => open(run, environment, application)),
    )
  program
    .command('cost [environment]')
    .description('show the cost of your environments, or of one, and the bill of this month')
    .action((environment: string | undefined) => signedIn((run) => cost(run, environment)))
  program
    .command('top [environment]')
    .description('show the CPU and memory that processes use, the busiest first')
    .action((environment: string | undefined) => signedIn((run) => top(run, environment)))
  program
    .command('init')
    .description('write a build file: build an image for each push and deploy it')
    .addOption(new Option('--for <system>', 'which build system').choices(buildSystemNames).default('github'))
    .requiredOption('--integration-id <id>', 'integration id of the application, from its page')
    .requiredOption('--image <address>', 'the image without its tag: ghcr.io/owner/name')
    .option(
      '--integration-user-id <id>',
      'integration user that trusts the identity of the job, from its page',
    )
    .option('--stored-token', 'log in with a stored secret SDO_TOKEN instead')
    .option(
      '--action <action>',
      'action of SDO on GitHub, as named in the docs of your portal',
      unnamedAction,
    )
    .option('--branch <name>', 'branch to deploy', 'main')
    .option('--force', 'replace an existing file')
    .action((options: Omit<InitOptions, 'url'>) => {
      const { url = surroundings.options.url, json } = program.opts<GlobalOptions>()
      if (url === undefined) throw usageError('Which portal?', 'Set its address with --url or SDO_URL.')
      const { file, next } = init(surroundings, { ...options, url: originOf(url) })
      surroundings.write(json ? `${JSON.stringify({ file, next })}\n` : `Wrote ${file}. ${next}\n`)
    })
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .description('print a shell completion script: source <(sdo completion bash)')
    .action((shell: (typeof shells)[number]) => surroundings.write(completionScript(program, shell)))
  return program
}

const exitCodeHelp = `
Exit codes: 0 done, 1 deployment failed, 2 wrong usage, 3 not logged in, 4 refused, 5 SDO not reached, 6 timed out,\n7 live, but a name is taken, 8 went live and was rolled back.`
