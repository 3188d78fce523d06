import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/**
 * `environment` with what the files hold that `NAME_FILE` names, for each of `names` that is not given itself: secrets that are
 * mounted stay out of the environment, which is inherited and printed too easily.
 *
 * @returns also which files cannot be read or are empty, by the name that is missing therefore, in words that follow it
 */
export function readSecretFiles(
  environment: Environment,
  names: readonly string[],
): { environment: Environment; faults: Map<string, string> } {
  const completed = { ...environment }
  const faults = new Map<string, string>()
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    if (environment[name] !== undefined || !path) continue
    try {
      completed[name] = readFileSync(path, 'utf8').trim()
      if (completed[name] === '') faults.set(name, `the file ${path} that ${name}_FILE names is empty`)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      faults.set(name, `the file ${path} that ${name}_FILE names cannot be read (${code})`)
    }
  }
  return { environment: completed, faults }
}
