import { quoted, type BuildSystem, type WorkflowFacts } from './workflow'

/** With the action of the SDO repository. */
export const github: BuildSystem = {
  name: 'GitHub Actions',
  path: '.github/workflows/sdo.yml',
  write: workflowOf,
  subject: (branch) => `repo:OWNER/NAME:ref:refs/heads/${branch}`,
  store: 'the secrets of the repository',
  step: 'name the SDO repository in the file, and commit it',
}

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

function workflowOf({ url, integrationId, image, branch, integrationUserId }: WorkflowFacts): string {
  const { permissions, input } = loginOf(integrationUserId)
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
}
