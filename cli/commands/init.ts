import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'

export interface InitOptions {
  url: string
  integrationId: string
  image: string
  branch: string
  /** Id of the integration user that trusts the identity of the job. */
  integrationUserId?: string
  /** Whether the job logs in by a token that the repository stores, instead. */
  storedToken?: boolean
  force?: boolean
}

const path = join('.github', 'workflows', 'sdo.yml')

/** Writes a GitHub workflow that builds an image for each push and has SDO deploy it. @returns the file, from the working folder */
export function init({ workingFolder }: Surroundings, options: InitOptions): string {
  const login = loginOf(options)
  const file = join(workingFolder, path)
  if (existsSync(file) && !options.force)
    throw new CliError(`${path} is there already.`, {
      exitCode: exitCodes.refused,
      hint: 'Replace it by --force.',
      code: 'conflict',
    })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, workflowOf(options, login))
  return relative(workingFolder, file)
}

/** What to do before the workflow runs for the first time. */
export const stepAfter = ({ storedToken, branch }: InitOptions): string =>
  `${
    storedToken
      ? 'Put the token of an integration user into the secrets of the repository as SDO_TOKEN'
      : `Have the integration user trust the identity repo:OWNER/NAME:ref:refs/heads/${branch} of GitHub Actions, on its page`
  }, name the SDO repository in the file, and commit it.`

interface JobLogin {
  /** Lines of the permissions of the job. */
  permissions: string
  /** The input of the action. */
  input: string
}

/** @throws CliError `usage` where it is not said, or twice */
function loginOf({ integrationUserId, storedToken }: InitOptions): JobLogin {
  if (integrationUserId !== undefined && storedToken)
    throw usageError('A job logs in by its identity or by a stored token.', 'Leave one of them out.')
  if (storedToken) return { permissions: '', input: 'integration-token: ${{ secrets.SDO_TOKEN }}' }
  if (integrationUserId === undefined)
    throw usageError(
      'Which integration user?',
      'Give --integration-user-id, from its page on Users: nothing secret is stored then. Or --stored-token.',
    )
  return {
    permissions: '\n  # The job says who it is: no secret is stored.\n  id-token: write',
    input: `integration-user-id: ${quoted(integrationUserId)}`,
  }
}

/** A text as a YAML scalar. JSON's strings are YAML's too. */
const quoted = (text: string) => JSON.stringify(text)

const workflowOf = (
  { url, integrationId, image, branch }: InitOptions,
  { permissions, input }: JobLogin,
): string => `name: Deploy by SDO
on:
  push:
    branches: [${quoted(branch)}]
permissions:
  contents: read
  packages: write${permissions}
concurrency: sdo
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: docker/setup-qemu-action@v3
      - uses: docker/setup-buildx-action@v3
      # The registry of your image: https://github.com/docker/login-action says how to log in to others.
      - uses: docker/login-action@v3
        with:
          registry: ghcr.io
          username: \${{ github.actor }}
          password: \${{ secrets.GITHUB_TOKEN }}
      - uses: docker/build-push-action@v6
        with:
          platforms: linux/arm64
          push: true
          tags: ${quoted(`${image}:`)}\${{ github.sha }}
      # OWNER/REPOSITORY is where the SDO repository is on GitHub.
      - uses: OWNER/REPOSITORY/.github/actions/deploy@main
        with:
          url: ${quoted(url)}
          ${input}
          application-integration-id: ${quoted(integrationId)}
          tag: \${{ github.sha }}
          auto-deploy: true
          name: \${{ github.ref_name }} \${{ github.run_number }}
`
