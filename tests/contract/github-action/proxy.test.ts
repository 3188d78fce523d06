import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveBehindProxy } from '../../builders/connect-proxy'
import { runAction } from './run-action'

/** A portal that only a proxy leads to, by a certificate of a company's own authority. */
async function setUp() {
  const declared: unknown[] = []
  const { proxy, cert, asked } = await serveBehindProxy(['sdo.test'], (request, response) => {
    const isLogin = request.url === '/v1/account/login'
    if (!isLogin) declared.push(request.headers.authorization)
    response
      .setHeader('content-type', 'application/json')
      .setHeader('set-cookie', isLogin ? ['X-SDO-AUTHORIZATION=session%2D1; Path=/', 'XSRF-TOKEN=x'] : [])
      .end(
        JSON.stringify(
          isLogin ? { result: 'SUCCESS' } : { id: 'v1', autoDeployed: false, message: 'Declared.' },
        ),
      )
  })
  const folder = mkdtempSync(join(tmpdir(), 'sdo-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const caFile = join(folder, 'company.pem')
  writeFileSync(caFile, cert)
  const inputs = {
    url: 'https://sdo.test',
    'integration-token': 'the-token',
    tag: '1',
    'application-integration-id': 'i1',
  }
  return { inputs, proxy, caFile, asked, declared }
}

describe('the GitHub action where a proxy is the only way', () => {
  it.each(['the input ca-file', 'NODE_EXTRA_CA_CERTS'])(
    'deploys by it, and trusts the authority of the company by %s',
    async (by) => {
      const { inputs, proxy, caFile, asked, declared } = await setUp()
      const isInput = by === 'the input ca-file'
      const { exitCode, output, outputs } = await runAction(
        { ...inputs, ...(isInput && { 'ca-file': caFile }) },
        { https_proxy: proxy, ...(!isInput && { NODE_EXTRA_CA_CERTS: caFile }) },
      )
      expect(output).toContain('SDO: Declared.')
      expect([exitCode, outputs['version-id']]).toEqual([0, 'v1'])
      expect(new Set(asked)).toEqual(new Set(['sdo.test:443']))
      expect(declared).toEqual(['Bearer session-1'])
    },
  )

  it('says at once that a certificate is not trusted, and what to do', async () => {
    const { inputs, proxy, asked, declared } = await setUp()
    const { exitCode, output } = await runAction(inputs, { HTTPS_PROXY: proxy })
    expect(exitCode).toBe(1)
    expect(output).toMatch(
      /^::error::https:\/\/sdo\.test cannot be reached safely \(\w+\)\. .+ with the input ca-file/m,
    )
    expect(asked).toHaveLength(1)
    expect(declared).toEqual([])
  })

  it('asks no proxy for what NO_PROXY names', async () => {
    const { inputs, proxy, asked } = await setUp()
    const { exitCode } = await runAction(
      { ...inputs, url: 'https://127.0.0.2:1' },
      { HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.2' },
    )
    expect([exitCode, asked]).toEqual([1, []])
  })

  it('refuses a ca-file without certificates', async () => {
    const { inputs, proxy, asked } = await setUp()
    const { exitCode, output } = await runAction(
      { ...inputs, 'ca-file': 'package.json' },
      { HTTPS_PROXY: proxy },
    )
    expect(output).toContain('::error::Found no certificates in package.json.')
    expect([exitCode, asked]).toEqual([1, []])
  })
})
