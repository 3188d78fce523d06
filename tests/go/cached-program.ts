import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testCache } from '../run/test-cache'
import { buildGoProgram, type GoProgram } from './build-program'

/** A program of a module of ours, built once for each go.sum and kept in the tests' cache. @param purpose what it is there for, and its folder */
export function cachedGoProgram(program: GoProgram, purpose: string) {
  const { module, name } = program
  const pathOf = (folder: string) => join(folder, name)
  const sum = createHash('sha256').update(readFileSync(join(module, 'go.sum')))
  const folder = join(testCache(), `${purpose}-${sum.digest('hex').slice(0, 12)}`)
  return {
    /** Why it cannot be there, or undefined if it can. */
    missing(): string | undefined {
      if (existsSync(pathOf(folder)) || spawnSync('go', ['version']).status === 0) return undefined
      return `Building a ${purpose} service for tests needs Go (https://go.dev/dl).`
    },
    /** Makes sure that it is there. @param say is told every step @returns its path @throws Error if it cannot be built */
    async ensure(say: (message: string) => void = () => undefined): Promise<string> {
      if (existsSync(pathOf(folder))) return pathOf(folder)
      mkdirSync(dirname(folder), { recursive: true })
      // Beside its final place, so that it appears there whole or not at all, whoever else builds it.
      const unfinished = mkdtempSync(`${folder}-unfinished-`)
      try {
        await buildGoProgram(program, unfinished, say)
        if (!existsSync(folder)) renameSync(unfinished, folder)
      } finally {
        rmSync(unfinished, { recursive: true, force: true })
      }
      return pathOf(folder)
    },
  }
}
