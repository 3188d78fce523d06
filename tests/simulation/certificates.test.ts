import { describe, expect, it } from 'vitest'
import { balancerLines } from '../../core/environment-log/network-lines'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildCertificateBench, noHttps, web, buildHttps } from './certificate-bench'

describe('HTTPS by itself', () => {
  it('comes with a link: a certificate, what validates it, port 443, and a redirect from port 80', async () => {
    const bench = await buildHttps()
    expect(bench.certificates()).toMatchObject([{ domainNames: ['*.staging.example.com'], status: 'ISSUED' }])
    expect(bench.validations()).toHaveLength(1)
    await bench.runUntilReady()
    expect(await bench.certificateCondition()).toMatchObject({ status: 'True', reason: 'Ready' })
    const [entry] = (await bench.status()).loadBalancers
    expect(entry?.https).toMatchObject({ phase: 'Open', url: expect.stringMatching(/^https:/) as string })
    expect(await bench.messages()).toContain('AWS issued the certificate for *.staging.example.com.')
    expect(bench.openPorts()).toEqual([80, 443])
  })

  it('asks AWS for one certificate, also for what is deployed later, and for nothing while all is well', async () => {
    const bench = await buildHttps()
    const api = buildApplicationSpec('api', { ports: [{ port: 81, subdomain: 'api' }] })
    await bench.runUntilPhase(await bench.deploy(web(), api), 'Live')
    await bench.runUntil('api is served', () => bench.answersOf('api.staging.example.com').https === 'fits')
    expect(bench.certificates()).toHaveLength(1)
    let calls = 0
    bench.aws.faults.onCall('*', (action) => {
      if (/^acm:(Request|Delete)|Listener(Certificates)?$|ChangeResource/.test(action)) calls += 1
    })
    await bench.runFor(900)
    expect(calls).toBe(0)
  })

  it('covers the zone’s own name and wildcards, and keeps what validates both until neither needs it', async () => {
    const bench = await buildCertificateBench()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    const ports = [
      { port: 80, subdomain: '@' },
      { port: 81, subdomain: '*' },
      { port: 82, subdomain: '*.app' },
    ]
    await bench.runUntilPhase(await bench.deploy(web({ ports })), 'Live')
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('example.com')
    const isFit = (name: string) => bench.answersOf(name).https === 'fits'
    await bench.runUntil('wildcards are served', () => ['*.example.com', '*.app.example.com'].every(isFit))
    const domainNames = () =>
      bench
        .certificates()
        .map((one) => one.domainNames.join())
        .sort()
    expect(domainNames()).toEqual(['*.app.example.com', '*.example.com', 'example.com'])
    expect(bench.validations()).toHaveLength(2)
    await bench.runUntilReady()

    await bench.runUntilPhase(await bench.deploy(web({ ports: ports.slice(1, 2) })), 'Live')
    await bench.runUntil('one is left', () => bench.certificates().length === 1)
    await bench.runUntilReady()
    expect(domainNames()).toEqual(['*.example.com'])
    await bench.runUntil('one record validates', () => bench.validations().length === 1)
    expect(isFit('*.example.com')).toBe(true)

    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.httpsLeftovers()).toMatchObject({ certificates: [], validations: [], https: [] })
  })

  it('serves the end of a link by a certificate of its own, and keeps no wildcard that would fit as well', async () => {
    const bench = await buildHttps()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com')
    await bench.runUntilPhase(await bench.deploy(web({ ports: [{ port: 80, subdomain: '@' }] })), 'Live')
    await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
    await bench.runUntilHttps('staging.example.com')
    await bench.runUntil('the others are gone', () =>
      bench.certificates().every((one) => one.domainNames.includes('staging.example.com')),
    )
    expect(bench.names()).toEqual(['staging.example.com'])
    await bench.runUntil('one record validates', () => bench.validations().length === 1)
  })

  it('leaves a port that people name as it is, and serves a port 443 of their own on HTTPS', async () => {
    const bench = await buildCertificateBench()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    const ports = [
      { port: 8080, subdomain: 'www' },
      { port: 443, subdomain: 'api' },
    ]
    await bench.runUntilPhase(await bench.deploy(web({ ports })), 'Live')
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com', 'api.example.com')
    const listeners = (name: string) =>
      bench
        .listenersOf(name)
        .map(({ port, protocol, action }) => `${port} ${protocol} ${action}`)
        .sort()
    const both = ['443 HTTPS forward', '80 HTTP redirect']
    expect(listeners('www.example.com')).toEqual([...both, '8080 HTTP forward'].sort())
    expect(listeners('api.example.com')).toEqual(both)
    expect(bench.openPorts()).toEqual([80, 443, 8080])
    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.openPorts()).toEqual([443, 8080])
    const all = bench.snapshot().loadBalancers.flatMap((one) => one.listeners)
    expect(all.map(({ port, protocol, action }) => `${port} ${protocol} ${action}`).sort()).toEqual([
      '443 HTTP forward',
      '8080 HTTP forward',
    ])
    expect(bench.httpsLeftovers()).toEqual(noHttps)
  })

  it('is told once AWS lists it, which may be a while after it was made', async () => {
    const bench = await buildCertificateBench()
    let isListed = false
    bench.replaceController({
      cloud: {
        account(access) {
          const account = bench.aws.account(access)
          const list: typeof account.loadBalancers.list = async (tags) => {
            const all = await account.loadBalancers.list(tags)
            return isListed ? all : all.map((one) => ({ ...one, httpsUrl: undefined }))
          }
          return { ...account, loadBalancers: { ...account.loadBalancers, list } }
        },
      },
    })
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com')
    await bench.runFor(30)
    const https = async () => (await bench.status()).loadBalancers[0]?.https
    expect(await https()).toMatchObject({ phase: 'Opening' })
    expect(await bench.messagesOf(balancerLines.httpsOpen)).toEqual([])
    isListed = true
    await bench.runFor(5)
    expect(await https()).toMatchObject({ phase: 'Open', url: expect.stringMatching(/^https:/) as string })
    expect(await bench.messagesOf(balancerLines.httpsOpen)).toHaveLength(1)
  })

  it('goes without a trace when the zone is unlinked', async () => {
    const bench = await buildHttps()
    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.httpsLeftovers()).toEqual(noHttps)
    expect(bench.snapshot().loadBalancers[0]?.listeners).toMatchObject([{ port: 80, action: 'forward' }])
    expect((await bench.status()).loadBalancers[0]?.https).toBeUndefined()
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('goes without a trace with the environment', async () => {
    const bench = await buildHttps()
    bench.unwatch()
    await bench.delete()
    expect(bench.httpsLeftovers()).toEqual(noHttps)
    expect(bench.names()).toEqual([])
  })

  it('stays while another zone, and another subdomain, takes over', async () => {
    const bench = await buildHttps()
    await bench.addZone('zone-2', 'example.org')
    bench.watch(() => expect(bench.names().length).toBeGreaterThan(0))
    bench.watch(() => {
      for (const name of bench.names()) expect(bench.answersOf(name).https).toBe('fits')
    })
    await bench.link({ hostedZone: 'zone-2' }, { hostedZone: 'zone-2', subdomain: 'b' })
    await bench.runUntilSettled()
    await bench.runUntilHttps('www.b.example.org')
    await bench.runUntil('the others are gone', () => bench.certificates().length === 1)
    expect(bench.names()).toEqual(['www.b.example.org'])
    await bench.runUntil('their records too', () => bench.validations().length === 1)
  })

  it('is renewed by AWS for years, with nobody’s help', async () => {
    const bench = await buildHttps()
    const [before] = bench.certificates()
    for (let day = 0; day < 800; day += 20) {
      bench.clock.set(20 * 24 * 3600_000)
      await bench.step()
    }
    await bench.runUntilReady()
    const [after] = bench.certificates()
    expect(after).toMatchObject({ id: before?.id, status: 'ISSUED' })
    expect(after?.expiresEpoch).toBeGreaterThan(bench.clock.now())
  })

  it('is for names that are too long to be first', async () => {
    const long = 'x'.repeat(55)
    const bench = await buildCertificateBench()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1', subdomain: long })
    await bench.runUntilHttps(`www.${long}.example.com`)
    expect(bench.certificates()).toMatchObject([{ domainNames: ['example.com', `*.${long}.example.com`] }])
    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.httpsLeftovers()).toEqual(noHttps)
  })
})
