import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { answering, buildSurroundings } from '../tests/builders/cli-surroundings'
import { exitCodes } from './exit-codes'
import { createProgram } from './program'

const markdown = readFileSync('app/content/docs/command-line.md', 'utf8')
const buildProgram = () => createProgram(buildSurroundings(answering({})).surroundings, '1', () => undefined)

const printed = [...markdown.matchAll(/^sdo (.+)$|`sdo ([^`]+)`/gm)].map(
  ([, line, inline]) => line ?? inline ?? '',
)

describe('the documentation of the command line', () => {
  it.each(printed)('shows a command that there is, with options that it has: sdo %s', (line) => {
    const program = buildProgram()
    let command = program
    for (const word of line.split(/\s+/)) {
      const next = command.commands.find((each) => each.name() === word)
      if (!next) break
      command = next
    }
    expect(command).not.toBe(program)
    const options = [...program.options, ...command.options].map(({ long }) => long)
    for (const [option] of line.matchAll(/--[\w-]+/g)) expect(options).toContain(option)
  })

  it('shows every command', () => {
    const commands = buildProgram().commands.map((each) => each.name())
    for (const name of commands) expect(markdown).toMatch(new RegExp(`sdo ${name}\\b`))
  })

  it('explains every exit code but that of Ctrl-C', () => {
    const explained = [...markdown.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code))
    const { interrupted, ...others } = exitCodes
    expect(explained).toEqual(Object.values(others))
    expect(explained).not.toContain(interrupted)
  })
})
