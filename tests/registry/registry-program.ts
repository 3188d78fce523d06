import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areBuilt, buildPrograms, type GoModule } from '../go/build-programs'

/** The registry of the CNCF, of which the go.mod beside this file pins the version. */
const module: GoModule = {
  folder: fileURLToPath(new URL('.', import.meta.url)),
  programs: [{ name: 'registry', source: 'github.com/distribution/distribution/v3/cmd/registry' }],
  linkerFlags: '-s -w',
}

function cacheFolder(): string {
  const cache = process.env.SDO_TEST_CACHE ?? join(homedir(), '.cache', 'sdo-tests')
  const sources = ['go.mod', 'go.sum'].map((name) => readFileSync(join(module.folder, name)))
  const hash = createHash('sha256').update(Buffer.concat(sources)).digest('hex')
  return join(cache, `registry-${hash.slice(0, 12)}`)
}

/** Why there can be no registry here, or undefined if there can be one. */
export function missingForRegistry(): string | undefined {
  if (areBuilt(module.programs, cacheFolder()) || spawnSync('go', ['version']).status === 0) return undefined
  return 'Building a registry for tests needs Go (https://go.dev/dl).'
}

/**
 * Makes sure that the program is there. The first build takes about three minutes on two cores.
 *
 * @returns its path
 * @throws Error if it cannot be built
 */
export async function ensureRegistryProgram(
  say: (message: string) => void = () => undefined,
): Promise<string> {
  const folder = cacheFolder()
  const missing = missingForRegistry()
  if (missing) throw new Error(missing)
  if (!areBuilt(module.programs, folder)) await buildPrograms(module, folder, say)
  return join(folder, 'registry')
}
