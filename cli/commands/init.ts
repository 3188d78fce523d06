import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Surroundings } from '../surroundings'

export interface InitOptions {
  url: string
  integrationId: string
  image: string
  branch: string
  force?: boolean
}

const path = join('.github', 'workflows', 'sdo.yml')

/** Writes a GitHub workflow that builds an image for each push and has SDO deploy it. @returns the file, from the working folder */
export function init({ workingFolder }: Surroundings, options: InitOptions): string {
  const file = join(workingFolder, path)
  if (existsSync(file) && !options.force)
    throw new CliError(`${path} is there already.`, {
      exitCode: exitCodes.refused,
      hint: 'Replace it by --force.',
      code: 'conflict',
    })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, workflowOf(options))
  return relative(workingFolder, file)
}

/** A text as a YAML scalar. JSON's strings are YAML's too. */
const quoted = (text: string) => JSON.stringify(text)

const workflowOf = ({ url, integrationId, image, branch }: InitOptions): string => `name: Deploy by SDO
on:
  push:
    branches: [${quoted(branch)}]
permissions:
  contents: read
  packages: write
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
          integration-token: \${{ secrets.SDO_TOKEN }}
          application-integration-id: ${quoted(integrationId)}
          tag: \${{ github.sha }}
          auto-deploy: true
          name: \${{ github.ref_name }} \${{ github.run_number }}
`
