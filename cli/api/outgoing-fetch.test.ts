import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildSurroundings } from '../../tests/builders/cli-surroundings'
import { serveBehindProxy } from '../../tests/builders/connect-proxy'
import { exitCodes } from '../exit-codes'
import { run } from '../run'
import { createOutgoingFetch } from './outgoing-fetch'
import { readAuthorities } from './read-authorities'

async function setUp() {
  const behind = await serveBehindProxy(['sdo.test'], (_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end('{"details":{"state":"LOGGED_IN"},"environments":[],"nextCursor":null}'),
  )
  const proxies = { HTTPS_PROXY: behind.proxy }
  const { surroundings, seen, folder } = buildSurroundings(() => new Response(), {
    fetch: createOutgoingFetch({ proxies }),
    trusting: (caFile) => createOutgoingFetch({ proxies, authorities: readAuthorities(caFile) }),
  })
  surroundings.options = { ...surroundings.options, url: 'https://sdo.test', token: 'token' }
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, behind.cert)
  return { ...behind, seen, caFile, sdo: (...words: string[]) => run(surroundings, words, '1') }
}

it('reaches a portal where a proxy is the only way, signed by an authority of the company', async () => {
  const { asked, caFile, sdo, seen } = await setUp()
  const exitCode = await sdo('envs', '--ca-file', caFile)
  expect([exitCode, seen.told]).toEqual([exitCodes.done, ''])
  expect(new Set(asked)).toEqual(new Set(['sdo.test:443']))
})

it('says at once that a certificate is not trusted, and what to do', async () => {
  const { sdo, seen } = await setUp()
  expect(await sdo('envs')).toBe(exitCodes.notReached)
  expect(seen.told).toMatch(/^sdo: https:\/\/sdo\.test cannot be reached safely \(.+\)\.\n.+--ca-file/)
  expect(seen.slept).toEqual([])
})

it('refuses a file that holds no certificate', async () => {
  const { sdo, seen } = await setUp()
  expect(await sdo('envs', '--ca-file', 'package.json')).toBe(exitCodes.usage)
  expect(seen.told).toContain('Found no certificates in package.json.')
})
