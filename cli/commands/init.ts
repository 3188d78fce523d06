import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { actionPattern, type WorkflowFacts } from '../../core/github/workflow'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'
import { buildkite } from '../workflows/buildkite'
import { github } from '../workflows/github'
import { gitlab } from '../workflows/gitlab'
import type { BuildSystem } from '../workflows/workflow'

const buildSystems = { github, gitlab, buildkite } satisfies Record<string, BuildSystem>

export const buildSystemNames = Object.keys(buildSystems)

export interface InitOptions {
  url: string
  for: string
  integrationId: string
  image: string
  branch: string
  /** Id of the integration user that trusts the identity of the job. */
  integrationUserId?: string
  /** Whether the job logs in by a token that is stored there, instead. */
  storedToken?: boolean
  /** The action of SDO on GitHub. */
  action: string
  force?: boolean
}

/** Writes what has a build system build an image for each push and SDO deploy it. @returns the file, from the working folder, and what to do then */
export function init({ workingFolder }: Surroundings, options: InitOptions): { file: string; next: string } {
  const integrationUserId = requireLogin(options)
  requirePlain('--integration-id', options.integrationId)
  requirePlain('--integration-user-id', integrationUserId)
  requirePlain('--image', options.image)
  if (!actionPattern.test(options.action))
    throw usageError('--action is the action on GitHub and its ref: acme/sdo/.github/actions/deploy@v1.')
  const system = buildSystems[options.for as keyof typeof buildSystems]
  const file = join(workingFolder, system.path)
  if (existsSync(file) && !options.force)
    throw new CliError(`${system.path} is there already.`, {
      exitCode: exitCodes.refused,
      hint: 'Replace it with --force.',
      code: 'conflict',
    })
  mkdirSync(dirname(file), { recursive: true })
  const facts = { ...options, integrationUserId }
  writeFileSync(file, system.write(facts))
  return { file: system.path, next: stepAfter(system, facts) }
}

/** @throws CliError `usage` where it is not said how the job logs in, or twice */
function requireLogin({ integrationUserId, storedToken }: InitOptions): string | undefined {
  if (integrationUserId !== undefined && storedToken)
    throw usageError('A job logs in with its identity or with a stored token.', 'Leave one out.')
  if (integrationUserId === undefined && !storedToken)
    throw usageError(
      'Which integration user?',
      'Give --integration-user-id, from its page on Users, and store no secret. Or use --stored-token.',
    )
  return integrationUserId
}

/** Refuses values that a shell would not take as one plain word, because they stand in its commands. @throws CliError `usage` */
function requirePlain(option: string, value: string | undefined): void {
  if (value !== undefined && !/^[\w./:@-]+$/.test(value))
    throw usageError(`${option} has letters, digits and . / : @ - alone, and ${value} has more.`)
}

/** Sentence on what to do before the workflow runs for the first time. */
const stepAfter = ({ name, subject, store, step }: BuildSystem, facts: WorkflowFacts): string =>
  facts.integrationUserId === undefined
    ? `Put the token of an integration user into ${store} as SDO_TOKEN. Then ${step(facts)}.`
    : `Let the integration user trust the identity ${subject(facts.branch)} of ${name}, on its page. Then ${step(facts)}.`
