import type { WorkflowFacts } from '../../core/github/workflow'

/** How a build system is told to build an image for each push and have SDO deploy it. */
export interface BuildSystem {
  /** Name that people know. */
  name: string
  /** The file, from the top of the repository. */
  path: string
  write(facts: WorkflowFacts): string
  /** The identity of its jobs, for whoever has it trusted. */
  subject(branch: string): string
  /** Where a token is stored, under the name SDO_TOKEN. */
  store: string
  /** Further step to take, as a part of a sentence. */
  step(facts: WorkflowFacts): string
}

/** The lines of a job that has the command line: it gets it from the portal, logs in and deploys. `tag` is a variable of the build system. */
export const deployLines = (
  { integrationId, integrationUserId }: WorkflowFacts,
  tag: string,
  logIn: (integrationUserId: string | undefined) => string[],
): string[] => [
  'curl -fsSo sdo "$SDO_URL/sdo.mjs" && chmod +x sdo',
  ...logIn(integrationUserId),
  `./sdo versions declare ${integrationId} "${tag}" --deploy --watch-undo`,
  ...(integrationUserId === undefined ? [] : ['./sdo logout']),
]
