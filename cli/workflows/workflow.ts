/** Facts that a workflow is written from. */
export interface WorkflowFacts {
  url: string
  integrationId: string
  /** Without its tag. */
  image: string
  branch: string
  /** By whom the job logs in: the integration user that trusts its identity; undefined: by a token that is stored there. */
  integrationUserId: string | undefined
}

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
  step: string
}

/** A text as a YAML scalar. JSON's strings are YAML's too. */
export const quoted = (text: string): string => JSON.stringify(text)

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
