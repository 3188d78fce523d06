import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/**
 * `environment` with what the files hold that `NAME_FILE` names, for each of `names` that is not given itself: secrets that are
 * mounted stay out of the environment, which is inherited and printed too easily. A file that cannot be read gives nothing.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const given = names.map((name) => [name, environment[name] ?? readSecret(environment[`${name}_FILE`])])
  return { ...environment, ...(Object.fromEntries(given) as Environment) }
}

function readSecret(path: string | undefined): string | undefined {
  try {
    return path && readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
