import { quoted, type WorkflowFacts } from '../../core/github/workflow'
import { deployLines, type BuildSystem } from './workflow'

/** With the command line, which the job gets from the portal. */
export const gitlab: BuildSystem = {
  name: 'GitLab',
  path: '.gitlab-ci.yml',
  write: pipelineOf,
  subject: (branch) => `project_path:GROUP/PROJECT:ref_type:branch:ref:${branch}`,
  store: 'the variables of the project, masked,',
  step: () => 'commit the file',
}

function pipelineOf(facts: WorkflowFacts): string {
  const { url, image, branch, integrationUserId } = facts
  const rules = `rules:\n    - if: ${quoted(`$CI_COMMIT_BRANCH == ${quoted(branch)}`)}`
  const identity =
    integrationUserId === undefined
      ? ''
      : `
  # The job says who it is: no secret is stored.
  id_tokens:
    SDO_IDENTITY_TOKEN:
      aud: ${quoted(url)}`
  const lines = deployLines(facts, '$CI_COMMIT_SHA', (id) =>
    id === undefined ? [] : [`./sdo login --integration-user-id ${id}`],
  )
  return `stages: [build, deploy]
build:
  stage: build
  image: docker:28
  services: [docker:28-dind]
  ${rules}
  script:
    - echo "$CI_REGISTRY_PASSWORD" | docker login --username "$CI_REGISTRY_USER" --password-stdin "$CI_REGISTRY"
    - docker run --rm --privileged tonistiigi/binfmt --install arm64
    - docker buildx create --use
    - docker buildx build --platform linux/arm64 --push --tag ${image}:$CI_COMMIT_SHA .
deploy:
  stage: deploy
  image: node:22
  # One at a time.
  resource_group: sdo
  ${rules}${identity}
  variables:
    SDO_URL: ${quoted(url)}
  script:
${lines.map((line) => `    - ${line}\n`).join('')}`
}
