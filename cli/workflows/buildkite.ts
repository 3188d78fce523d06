import { quoted, type WorkflowFacts } from '../../core/github/workflow'
import { deployLines, type BuildSystem } from './workflow'

/** With the command line, which the job gets from the portal. The agent replaces variables before a job runs, but for those with two signs. */
export const buildkite: BuildSystem = {
  name: 'Buildkite',
  path: '.buildkite/pipeline.yml',
  write: pipelineOf,
  subject: (branch) => `organization:ORGANIZATION:pipeline:PIPELINE:ref:refs/heads/${branch}:commit:*:step:*`,
  store: 'the secrets of the cluster',
  step: () => 'commit the file',
}

function pipelineOf(facts: WorkflowFacts): string {
  const { url, image, branch } = facts
  const lines = deployLines(facts, '$BUILDKITE_COMMIT', (id) => [
    id === undefined
      ? 'export SDO_TOKEN="$(buildkite-agent secret get SDO_TOKEN)"'
      : `buildkite-agent oidc request-token --audience "$SDO_URL" | ./sdo login --integration-user-id ${id}`,
  ])
  return `steps:
  - label: Build
    key: build
    branches: ${quoted(branch)}
    command: docker buildx build --platform linux/arm64 --push --tag ${image}:$$BUILDKITE_COMMIT .
  - label: Deploy by SDO
    key: deploy
    depends_on: build
    branches: ${quoted(branch)}
    # One at a time.
    concurrency: 1
    concurrency_group: sdo
    env:
      SDO_URL: ${quoted(url)}
    command:
${lines.map((line) => `      - ${line.replaceAll('$', '$$$$')}\n`).join('')}`
}
