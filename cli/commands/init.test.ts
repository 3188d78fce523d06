import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { answering, buildSurroundings } from '../../tests/builders/cli-surroundings'
import { url } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'
import { run } from '../run'

describe('init', () => {
  const parameters = ['init', '--integration-id', 'i-1', '--image', 'ghcr.io/o/n']
  const byIdentity = [...parameters, '--integration-user-id', 'u-1']
  const byToken = [...parameters, '--stored-token']

  /** Writes the workflow. */
  async function init(chosen: string[]) {
    const { surroundings, seen, folder } = buildSurroundings(answering({}))
    surroundings.options.url = url
    const exitCode = await run(surroundings, chosen, '1')
    const file = join(folder, '.github/workflows/sdo.yml')
    return { exitCode, surroundings, seen, workflow: existsSync(file) ? readFileSync(file, 'utf8') : '' }
  }

  it.each([
    ['identity', byIdentity],
    ['a stored token', byToken],
  ])(
    'writes a workflow with the action as it is, by %s, and replaces none by itself',
    async (_way, chosen) => {
      const { exitCode, surroundings, seen, workflow } = await init(chosen)
      expect(exitCode).toBe(0)
      const action = readFileSync('.github/actions/deploy/action.yml', 'utf8')
      const inputs = [...(workflow.split('/deploy@main')[1] ?? '').matchAll(/^ {10}([\w-]+):/gm)].map(
        ([, name]) => name,
      )
      expect(inputs.length).toBeGreaterThan(4)
      for (const name of inputs) expect(action).toMatch(new RegExp(`^  ${name}:`, 'm'))
      expect(workflow).toContain(`url: "${url}"`)
      expect(seen.requests).toEqual([])
      expect(await run(surroundings, chosen, '1')).toBe(exitCodes.refused)
      expect(await run(surroundings, [...chosen, '--force'], '1')).toBe(0)
    },
  )

  it('stores no secret where the job logs in by its identity, and says whom to trust', async () => {
    const { workflow, seen } = await init([...byIdentity, '--branch', 'release'])
    expect(workflow).toMatch(
      /^permissions:\n {2}contents: read\n {2}packages: write\n {2}#.*\n {2}id-token: write\n/m,
    )
    expect(workflow).toContain('integration-user-id: "u-1"')
    expect(workflow).not.toContain('SDO_TOKEN')
    expect(seen.written).toContain('repo:OWNER/NAME:ref:refs/heads/release')
  })

  it('asks GitHub for no identity where the job logs in by a stored token', async () => {
    const { workflow, seen } = await init(byToken)
    expect(workflow).toContain('integration-token: ${{ secrets.SDO_TOKEN }}')
    expect(workflow).not.toContain('id-token')
    expect(seen.written).toContain('SDO_TOKEN')
  })

  it('names the action that is given, as the portal of a company does, and asks for no other', async () => {
    const action = 'acme/sdo/.github/actions/deploy@v1.2'
    const { workflow, seen } = await init([...byIdentity, '--action', action])
    expect(workflow).toContain(`- uses: ${action}\n`)
    expect(workflow + seen.written).not.toMatch(/OWNER\/REPOSITORY|SDO repository/)
    const other = await init([...byIdentity, '--action', 'not an action'])
    expect(other).toMatchObject({ exitCode: exitCodes.usage, workflow: '' })
  })

  it.each([
    ['gitlab', '.gitlab-ci.yml', 'project_path:GROUP/PROJECT:ref_type:branch:ref:next'],
    [
      'buildkite',
      '.buildkite/pipeline.yml',
      'organization:ORGANIZATION:pipeline:PIPELINE:ref:refs/heads/next',
    ],
  ])('writes what %s takes, with the branch alone, and says whom to trust', async (system, path, subject) => {
    const { surroundings, seen, folder } = buildSurroundings(answering({}))
    surroundings.options.url = url
    expect(await run(surroundings, [...byIdentity, '--for', system, '--branch', 'next'], '1')).toBe(0)
    const written = readFileSync(join(folder, path), 'utf8')
    expect(JSON.stringify(parse(written))).toContain(url)
    expect(written).toMatch(/next/)
    expect(written).not.toContain('SDO_TOKEN')
    expect(seen.written).toContain(`Wrote ${path}.`)
    expect(seen.written).toContain(subject)
    expect(await run(surroundings, [...byToken, '--for', system, '--force'], '1')).toBe(0)
    expect(readFileSync(join(folder, path), 'utf8')).not.toContain('login --integration')
    expect(seen.written).toContain('as SDO_TOKEN')
  })

  it.each([
    ['--image', 'ghcr.io/o/n; rm -rf /'],
    ['--integration-user-id', '$(id)'],
  ])('puts nothing into the commands of a shell that it would obey: %s %s', async (option, value) => {
    const { exitCode, workflow } = await init([...byIdentity, option, value])
    expect({ exitCode, workflow }).toEqual({ exitCode: exitCodes.usage, workflow: '' })
  })

  it.each([
    ['neither', parameters],
    ['both', [...byIdentity, '--stored-token']],
  ])('writes nothing when %s is said', async (_what, chosen) => {
    const { exitCode, workflow } = await init(chosen)
    expect({ exitCode, workflow }).toEqual({ exitCode: exitCodes.usage, workflow: '' })
  })
})
