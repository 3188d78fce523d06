import { certificateLines } from '../../core/environment-log/name-lines'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '../builders/simulated-aws'
import { buildCertificateBench, noHttps, buildHttps } from './certificate-bench'

describe('a certificate that is not issued', () => {
  it('leaves HTTP as it is, says why once, and is asked for again until it comes', async () => {
    const bench = await buildCertificateBench()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    await bench.aws.refuseCertificates(bench.accountNumber, true)
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntil(
      'it says so',
      async () => (await bench.certificateCondition())?.reason === 'CloudError',
    )
    await bench.runFor(600)
    const said = 'There is no certificate for *.example.com: a CAA record of the domain'
    expect((await bench.certificateCondition())?.message).toContain(said)
    expect(await bench.messagesOf(certificateLines.refused)).toEqual([
      expect.stringContaining(said) as string,
    ])
    expect((await bench.status()).phase).toBe('Ready')
    expect(bench.answersOf('www.example.com')).toEqual({ http: 'forward', https: 'closed' })
    expect(bench.certificates().length).toBeLessThanOrEqual(1)
    await bench.aws.refuseCertificates(bench.accountNumber, false)
    await bench.runUntil('it comes', () => bench.isHttps('www.example.com'), 3600)
    expect(await bench.certificateCondition()).toMatchObject({ status: 'True' })
  })

  it.each([
    ['acm:RequestCertificate', 'access-denied', 'AccessDenied'],
    ['acm:RequestCertificate', 'quota-exceeded', 'QuotaExceeded'],
    ['acm:RequestCertificate', 'invalid', 'CloudError'],
    ['acm:DescribeCertificate', 'access-denied', 'AccessDenied'],
    ['elasticloadbalancing:CreateListener', 'access-denied', 'AccessDenied'],
    ['elasticloadbalancing:ModifyListener', 'access-denied', 'AccessDenied'],
  ] as const)(
    'because %s is refused with %s leaves the environment healthy',
    async (action, kind, reason) => {
      const bench = await buildCertificateBench()
      bench.watch(() => expect(bench.faults()).toEqual([]))
      await bench.deployLive()
      bench.aws.faults.refuse(action, kind)
      await bench.link({ hostedZone: 'zone-1' })
      await bench.runUntilAssociated()
      await bench.runUntil('it says so', async () => (await bench.certificateCondition())?.reason === reason)
      await bench.runFor(120)
      expect((await bench.status()).phase).toBe('Ready')
      expect(bench.names()).toEqual(['www.example.com'])
      expect(bench.answersOf('www.example.com').http).toBe('forward')
      bench.aws.faults.refuse(action, kind, 0)
      await bench.runUntil('it comes', () => bench.isHttps('www.example.com'), 3600)
      await bench.unlink()
      await bench.runUntilNoCertificate()
      expect(bench.httpsLeftovers()).toEqual(noHttps)
    },
  )

  it('for a new zone takes HTTPS away before the names change, and names are served all the time', async () => {
    const bench = await buildHttps()
    bench.watch(() => expect(bench.names().length).toBeGreaterThan(0))
    await bench.addZone('zone-2', 'example.org')
    await bench.aws.refuseCertificates(bench.accountNumber, true)
    await bench.link({ hostedZone: 'zone-2' })
    await bench.runUntilSettled()
    expect(bench.names()).toEqual(['www.example.org'])
    expect(bench.answersOf('www.example.org')).toEqual({ http: 'forward', https: 'closed' })
    await bench.runUntil(
      'nothing of the old one is left',
      () => !bench.validations().some((name) => name.endsWith('example.com')),
    )
    expect(bench.certificates().filter(({ domainNames }) => domainNames[0] !== '*.example.org')).toEqual([])
  })

  it('because the role is missing in the account of the zone stops only that', async () => {
    const bench = await buildCertificateBench()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com')
    const { accountNumber, externalId } = bench.zoneAccount
    await bench.aws.customer.deleteRole(accountNumber, 'sdo-dns-manager')
    // Until then, what is unlinked would still be removed.
    await bench.clock.advance(bench.aws.slowestRoleChangeMs)
    await bench.unlink()
    await bench.runFor(60)
    expect(bench.answersOf('www.example.com').https).toBe('fits')
    expect((await bench.status()).phase).toBe('Ready')
    await bench.aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId, false))
    await bench.runUntilNoCertificate()
    expect(bench.httpsLeftovers()).toEqual(noHttps)
  })
})
