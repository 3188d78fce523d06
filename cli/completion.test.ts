import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { answering, buildSurroundings } from '../tests/builders/cli-surroundings'
import { exitCodes } from './exit-codes'
import { run } from './run'

async function scriptFor(shell: string) {
  const { surroundings, seen } = buildSurroundings(answering({}))
  expect(await run(surroundings, ['completion', shell], '1')).toBe(0)
  return seen.written
}

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${await scriptFor('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_sdo; echo "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim().split(/\s+/)
}

describe('completion', () => {
  it('offers the commands that begin so', async () => {
    expect(await offered('sdo', 'log')).toEqual(['login', 'logout', 'logs'])
  })

  it('offers what follows a command, also after what was given to it', async () => {
    expect(await offered('sdo', 'versions', '')).toContain('declare')
    expect(await offered('sdo', 'deploy', 'shop', '--e')).toEqual(['--env'])
    expect(await offered('sdo', 'versions', 'declare', 'shop', '--j')).toEqual(['--json'])
  })

  it('offers what an option or an argument may be', async () => {
    expect(await offered('sdo', 'logs', 'Production', '--type', '')).toEqual(['deployment', 'network'])
    expect(await offered('sdo', 'init', '--for', 'g')).toEqual(['github', 'gitlab'])
    expect(await offered('sdo', 'completion', 'f')).toEqual(['fish'])
  })

  it('names the shells to whoever has another one', async () => {
    const { surroundings, seen } = buildSurroundings(answering({}))
    expect(await run(surroundings, ['completion', 'tcsh'], '1')).toBe(exitCodes.usage)
    expect(seen.told).toContain('Allowed choices are bash, zsh, fish.')
  })

  it.each(['zsh', 'fish'])('knows every command in %s', async (shell) => {
    const script = await scriptFor(shell)
    for (const command of ['login', 'promote', 'declare', 'completion']) expect(script).toContain(command)
  })
})
