import { readFileSync } from 'node:fs'

/** What a mounted secret holds, without blanks around it; undefined if there is none or it cannot be read. */
export function readSecret(path: string | undefined): string | undefined {
  try {
    return path && readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
