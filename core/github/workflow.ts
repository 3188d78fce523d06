/** What stands for the action of SDO where nobody said in which repository it is. */
export const unnamedAction = 'OWNER/REPOSITORY/.github/actions/deploy@main'

/** An action of a GitHub repository at a branch, tag or commit. */
export const actionPattern = /^[\w.-]+\/[\w.-]+(\/[\w.-]+)*@[\w./-]+$/

/** Facts that a workflow is written from. */
export interface WorkflowFacts {
  url: string
  integrationId: string
  /** Without its tag. */
  image: string
  branch: string
  /** By whom the job logs in: the integration user that trusts its identity; undefined: by a token that is stored there. */
  integrationUserId: string | undefined
  /** The action that GitHub runs. */
  action: string
}

/** A text as a YAML scalar. JSON's strings are YAML's too. */
export const quoted = (text: string): string => JSON.stringify(text)

interface JobLogin {
  /** Lines of the permissions of the job. */
  permissions: string
  /** The input of the action. */
  input: string
}

const loginOf = (integrationUserId: string | undefined): JobLogin =>
  integrationUserId === undefined
    ? { permissions: '', input: 'integration-token: ${{ secrets.SDO_TOKEN }}' }
    : {
        permissions: '\n  # The job says who it is: no secret is stored.\n  id-token: write',
        input: `integration-user-id: ${quoted(integrationUserId)}`,
      }

/** The workflow by which GitHub builds an image for each push and SDO deploys it, as the command line writes and the documentation shows it. */
export function githubWorkflow({
  url,
  integrationId,
  image,
  branch,
  integrationUserId,
  action,
}: WorkflowFacts): string {
  const { permissions, input } = loginOf(integrationUserId)
  const note =
    action === unnamedAction ? '      # OWNER/REPOSITORY is where the SDO repository is on GitHub.\n' : ''
  return `name: Deploy by SDO
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
${note}      - uses: ${action}
        with:
          url: ${quoted(url)}
          ${input}
          application-integration-id: ${quoted(integrationId)}
          tag: \${{ github.sha }}
          auto-deploy: true
          name: \${{ github.ref_name }} \${{ github.run_number }}
`
}
