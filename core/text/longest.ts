/** Most characters of what comes from outside, as `length` counts them. Whatever is longer is refused before it is looked at. */
export const longest = {
  /** A line that somebody types, where nothing shorter is said. */
  line: 1_000,
  /** Value of a variable. */
  variableValue: 32_768,
  variableName: 200,
  /** A file with variables that somebody pastes. */
  variableFile: 80_000,
  /** A text area that somebody fills; the service says how much of it may be kept. */
  letter: 20_000,
  id: 100,
  name: 100,
  /** It stands in the portal's bar. */
  teamName: 60,
  /** People's names are what they are; this only keeps a table readable. */
  personName: 200,
  email: 254,
  /** Twice what a password may have, and more: the rules say what is wrong with one that is too long. */
  password: 256,
  /** The token of an integration, or of a mailed link. */
  token: 200,
  /** A build system's signed token about a job. */
  identityToken: 16_000,
  identitySubject: 500,
  identityIssuer: 200,
  identityAudience: 500,
  identityEnvironment: 255,
  /** A code of an authenticator, a mail or a recovery sheet, with what people put between the groups. */
  code: 100,
  /** A number as it was typed. */
  number: 40,
  day: 40,
  /** Five fields of cron. */
  cron: 100,
  /** A name of the IANA time zone database. */
  timeZone: 60,
  versionName: 128,
  imageTag: 128,
  imageAddress: 255,
  sourceUrl: 500,
  webhookUrl: 1_000,
  supportMessage: 10_000,
  /** State of a team's environments, nine characters for each: enough for two thousand. */
  environmentVersionsState: 20_000,
  roleKey: 100,
  roleArn: 1_000,
  registryCredentials: 500,
  secretReference: 500,
} as const

/** Most entries of a list or a map. Each exposed port is a load balancer, of which an AWS account may have fifty unless it asks for more. */
export const most = {
  scheduleEntries: 5,
  exposedPorts: 50,
  roles: 50,
  repeatedFields: 150,
  zoneLinks: 20,
  linkedNetworks: 20,
  /** Applications that one request deploys: as many as an environment can run. */
  deployedApplications: 100,
  /** Images of deployments that wait for approval. */
  awaitedImages: 200,
  /** Lines of a file with variables that somebody pastes: a key has fifty. */
  variableFileLines: 2_000,
  /** Variables and secrets of a process together. */
  variables: 100,
} as const

export const tooLong = (characters: number) => `This may have at most ${characters} characters.`
export const tooMany = (entries: number) => `This may have at most ${entries} entries.`
