import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { usageError } from '../cli-error'

/** The certificates in a file. @throws CliError `usage` for one that holds none */
export function readAuthorities(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    // What is no certificate would be left out in silence.
    new X509Certificate(text)
    return text
  } catch {
    throw usageError(
      `Found no certificates in ${path}.`,
      '--ca-file needs a PEM file, which begins with -----BEGIN CERTIFICATE-----.',
    )
  }
}
