import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { profileFigures } from './run/profile-figures'

/** `npm run trial:figures`: what the report of a trial says for the profile `real`. */
const path = process.argv[2] ?? resolve('.data', 'trial', 'report.json')
try {
  console.log(profileFigures(readFileSync(path, 'utf8')))
} catch (error) {
  console.error(`${path} is no report of a trial: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
