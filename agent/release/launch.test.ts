import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launchScript } from '../../core/agent/launch-script'
import { ReleaseFolder } from './release-folder'

const [first, second, third] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)] as const
let folder: string
let releases: ReleaseFolder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdo-releases-'))
  releases = new ReleaseFolder(folder)
  for (const sha256 of [first, second, third]) unpack(sha256)
  writeFileSync(join(folder, 'launch'), launchScript)
  writeFileSync(join(folder, 'current'), `${first}\n`)
})
afterEach(() => rmSync(folder, { recursive: true }))

function unpack(sha256: string): void {
  mkdirSync(releases.folderOf(sha256), { recursive: true })
  writeFileSync(join(releases.folderOf(sha256), 'node'), `#!/bin/sh\necho ${sha256} "$@"\n`)
  chmodSync(join(releases.folderOf(sha256), 'node'), 0o755)
}

/** What systemd does whenever the agent ended. Answers which release was started. */
function start(): string {
  const { stdout, stderr } = spawnSync('sh', [join(folder, 'launch'), folder, '/etc/bootstrap'], {
    encoding: 'utf8',
  })
  if (stderr) throw new Error(stderr)
  const [release = '', ...parameters] = stdout.trim().split(' ')
  const program = parameters.findIndex((parameter) => parameter.endsWith('/agent.js'))
  expect(parameters.slice(program + 1)).toEqual(['--bootstrap', '/etc/bootstrap', '--releases', folder])
  return release
}

describe('the release of an agent that is started', () => {
  it('is the current one, however often', () => {
    expect([start(), start(), start()]).toEqual([first, first, first])
    expect(releases.isOnTrial).toBe(false)
  })

  it('is the new one from the next start on, once it has proved itself', () => {
    releases.switchTo(second, 1)
    expect(start()).toBe(second)
    expect(releases.isOnTrial).toBe(true)
    releases.confirm()
    expect([start(), start(), releases.isOnTrial]).toEqual([second, second, false])
    expect(releases.refusedAttempt).toBeUndefined()
  })

  it('is the one before when the new one ended before it had proved itself, and says of which attempt', () => {
    releases.switchTo(second, 17)
    start()
    expect([start(), start(), releases.refusedAttempt, releases.isOnTrial]).toEqual([first, first, 17, false])
    releases.switchTo(third, 18)
    expect(start()).toBe(third)
    releases.confirm()
    expect([start(), releases.refusedAttempt]).toEqual([third, undefined])
  })

  it('stays beside the one before it, and older ones go', () => {
    for (const [index, sha256] of [second, third].entries()) {
      unpack(sha256)
      releases.switchTo(sha256, index)
      start()
      releases.confirm()
    }
    expect(readdirSync(join(folder, 'releases')).sort()).toEqual([second, third])
  })

  it.each(['previous', 'trial', 'current'])(
    'is one of both whenever the switch ends, here before it has written %s',
    (last) => {
      const written = ['previous', 'trial', 'current'].indexOf(last)
      for (const [name, content] of [
        ['previous', first],
        ['trial', '5'],
        ['current', second],
      ].slice(0, written))
        writeFileSync(join(folder, name as string), content as string)
      expect([start(), start(), start()]).toEqual([first, first, first])
      expect(existsSync(join(folder, 'tried'))).toBe(false)
      expect(releases.refusedAttempt).toBeUndefined()
    },
  )

  it.each([1, 2, 3, 4])('is the one before although the way back ended after %i steps', (steps) => {
    releases.switchTo(second, 5)
    start()
    const way = launchScript
      .split('\n')
      .filter((line) => /^ {4}(cp|mv|rm)/.test(line))
      .slice(1)
    const begun = ['set -eu', 'cd "$1"', ...way.slice(0, steps)].join('\n')
    expect(spawnSync('sh', ['-c', begun, 'launch', folder]).status).toBe(0)
    expect([start(), start(), releases.refusedAttempt]).toEqual([first, first, 5])
  })
})
