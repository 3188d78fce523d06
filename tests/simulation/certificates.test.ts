import { certificateLines } from '../../core/environment-log/name-lines'
import { describe, expect, it } from 'vitest'
import { CloudError } from '../../controller/cloud/cloud'
import { seededRandom } from '../builders/seeded-random'
import { buildApplicationSpec } from '../builders/environment-parts'
import { buildTemplate } from '../builders/simulated-aws'
import { buildCertificateBench, noHttps, web, type CertificateBench } from './certificate-bench'
import { runAmongDeaths } from './among-deaths'
import { Death } from './mortal'

async function buildHttps(): Promise<CertificateBench> {
  const bench = await buildCertificateBench()
  bench.watch(() => expect(bench.faults()).toEqual([]))
  await bench.deployLive()
  await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
  await bench.runUntilHttps('www.staging.example.com')
  return bench
}

const errorsOf = async (bench: CertificateBench) =>
  (await bench.status()).events.filter(({ severity }) => severity === 'ERROR').map(({ message }) => message)

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
    await bench.unlink()
    await bench.runFor(60)
    expect(bench.answersOf('www.example.com').https).toBe('fits')
    expect((await bench.status()).phase).toBe('Ready')
    await bench.aws.customer.installStack(accountNumber, buildTemplate(accountNumber, externalId, false))
    await bench.runUntilNoCertificate()
    expect(bench.httpsLeftovers()).toEqual(noHttps)
  })
})

describe('a hand in AWS', () => {
  it('that deletes the certificate gets a new one, and HTTP again until it is there', async () => {
    const bench = await buildHttps()
    bench.unwatch()
    const [before] = bench.certificates()
    await bench.aws.customer.deleteThing(bench.accountNumber, before?.id ?? '')
    expect(bench.answersOf('www.staging.example.com').https).toBe('closed')
    await bench.runUntil(
      'HTTP serves',
      () => bench.answersOf('www.staging.example.com').http === 'forward',
      90,
    )
    bench.watch(() => expect(bench.faults()).toEqual([]))
    await bench.runUntilHttps('www.staging.example.com')
    expect(bench.certificates()).toHaveLength(1)
    expect(bench.certificates()[0]?.id).not.toBe(before?.id)
    expect(await errorsOf(bench)).toContain(
      'The certificate for *.staging.example.com is gone from the account. SDO requests a new one.',
    )
  })

  it('that closes port 443 gets it open again', async () => {
    const bench = await buildHttps()
    const rule = bench
      .snapshot()
      .things.find(({ kind, id }) => kind === 'securityGroupRule' && id.includes('/rule/443-443/'))
    await bench.aws.customer.deleteThing(bench.accountNumber, rule?.id ?? '')
    expect(bench.openPorts()).toEqual([80])
    await bench.runUntil('it is open', () => bench.openPorts().includes(443), 120)
  })

  it.each([80, 443])('that deletes the listener of port %i gets it back', async (port) => {
    const bench = await buildHttps()
    bench.unwatch()
    const [balancer] = bench.snapshot().loadBalancers
    await bench.aws.customer.deleteThing(bench.accountNumber, `${balancer?.id}/listener/${port}`)
    await bench.runUntil('it is back', () => bench.isHttps('www.staging.example.com'), 120)
    await bench.runUntilReady(60)
  })

  it('that changes the redirect, and deletes what validates, gets both back', async () => {
    const bench = await buildHttps()
    const [balancer] = bench.snapshot().loadBalancers
    const account = bench.loadBalancersApi()
    const listener = (await account.listListeners(balancer?.id ?? '')).find(({ port }) => port === 80)
    await account.changeListener(listener?.id ?? '', {
      protocol: 'HTTP',
      action: 'forward',
      targetGroupId: balancer?.listeners.find(({ port }) => port === 443)?.targetGroupId,
    })
    const [record = ''] = bench.validations()
    await bench.aws.customer.deleteThing(
      bench.zoneAccount.accountNumber,
      `${bench.zoneId}/record/${record}/CNAME`,
    )
    await bench.runUntil('it redirects again', () => bench.isHttps('www.staging.example.com'), 120)
    await bench.runUntil('it validates again', () => bench.validations().length === 1, 400)
  })

  it('that deletes the load balancer gets another one with HTTPS', async () => {
    const bench = await buildHttps()
    bench.unwatch()
    const [balancer] = bench.snapshot().loadBalancers
    await bench.aws.customer.deleteThing(bench.accountNumber, balancer?.id ?? '')
    await bench.runUntil('there is another', () =>
      bench.snapshot().loadBalancers.some(({ id }) => id !== balancer?.id),
    )
    await bench.runUntilHttps('www.staging.example.com')
    expect(bench.certificates()).toHaveLength(1)
  })
})

describe('a validation record', () => {
  const put = async (bench: CertificateBench, value: (right: string) => string) => {
    const id = await bench.requestTheirs('*.example.com')
    const [validation] = bench.certificates().find((one) => one.id === id)?.validations ?? []
    const record = {
      zoneId: bench.zoneId,
      name: validation?.name ?? '',
      type: 'CNAME',
      value: value(validation?.value ?? ''),
    }
    await bench.aws.customer.putRecord(bench.zoneAccount.accountNumber, record)
    return { id, record }
  }

  it('of the customer’s that says the same is used, and left', async () => {
    const bench = await buildCertificateBench()
    await bench.deployLive()
    const { id } = await put(bench, (right) => `${right}.`)
    const foreign = bench.foreign()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com')
    expect(bench.validations()).toEqual([])
    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.foreign()).toEqual(foreign)
    expect(bench.certificates()).toMatchObject([{ id, status: 'ISSUED' }])
  })

  it('of the customer’s that says something else is left, and named', async () => {
    const bench = await buildCertificateBench()
    await bench.deployLive()
    const { record } = await put(bench, () => 'elsewhere.example.net')
    const foreign = bench.foreign()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntil(
      'it says so',
      async () => (await bench.certificateCondition())?.reason === 'NameTaken',
    )
    expect((await bench.certificateCondition())?.message).toContain(record.name)
    expect(bench.foreign()).toEqual(foreign)
    await bench.aws.customer.deleteThing(
      bench.zoneAccount.accountNumber,
      `${bench.zoneId}/record/${record.name}/CNAME`,
    )
    await bench.runUntilHttps('www.example.com')
  })

  it('of ours stays while a certificate of the customer’s needs it', async () => {
    const bench = await buildCertificateBench()
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1' })
    await bench.runUntilHttps('www.example.com')
    await bench.requestTheirs('example.com')
    await bench.unlink()
    await bench.runUntilNoCertificate()
    expect(bench.validations()).toHaveLength(1)
    expect(bench.certificates()).toMatchObject([{ domainNames: ['example.com'], status: 'ISSUED' }])
  })
})

const seeds = 8

describe('a controller that dies at any call while HTTPS comes and goes', () => {
  it(`leaves nothing behind, touches nothing of the customer’s, and shows nobody a certificate that does not fit (${seeds} seeds)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildCertificateBench({ seed, timings: { visibilityLagMs: seed % 2 ? 0 : 3000 } })
      const { accountNumber } = bench.zoneAccount
      for (const name of ['mail.example.com', '_dmarc.example.com'])
        await bench.aws.customer.putRecord(accountNumber, {
          zoneId: bench.zoneId,
          name,
          type: 'TXT',
          value: '"theirs"',
        })
      const theirs = await bench.requestTheirs('shop.example.com')
      const foreign = bench.foreign()
      const at = (what: string) => `seed ${seed}: ${what}`
      await bench.deployLive()
      const lives = (step: string) => ({
        mostCalls: 120,
        pauseMs: 2000,
        withinSeconds: 900,
        check: () => expect(bench.faults(), at(step)).toEqual([]),
      })

      await bench.link({ hostedZone: 'zone-1' })
      await runAmongDeaths(bench, random, () => bench.isHttps('www.example.com'), lives('link'))

      await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
      await runAmongDeaths(
        bench,
        random,
        async () =>
          bench.isHttps('www.b.example.com') &&
          bench.names().length === 1 &&
          (await bench.find())?.status?.certificates?.length === 1,
        lives('relink'),
      )
      expect(bench.certificates().map(({ domainNames }) => domainNames)).toEqual([
        ['shop.example.com'],
        ['*.b.example.com'],
      ])

      if (seed % 2 === 0) {
        await bench.unlink()
        const isOver = async () => {
          const status = (await bench.find())?.status
          return status?.certificates === undefined && status?.dns === undefined
        }
        await runAmongDeaths(bench, random, isOver, lives('unlink'))
        expect(bench.httpsLeftovers(), at('unlink')).toEqual({
          ...noHttps,
          certificates: [['shop.example.com']],
        })
      }
      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives('delete'))
      expect(bench.httpsLeftovers(), at('delete')).toEqual({
        ...noHttps,
        certificates: [['shop.example.com']],
      })
      expect(bench.certificates().map(({ id }) => id)).toEqual([theirs])
      expect(bench.names()).toEqual([])
      expect(bench.foreign(), at('delete')).toEqual(foreign)
    }
  }, 300_000)

  it.each([
    'acm:RequestCertificate',
    'acm:DescribeCertificate',
    'acm:ListCertificates',
    'acm:DeleteCertificate',
    'elasticloadbalancing:CreateListener',
    'elasticloadbalancing:ModifyListener',
    'elasticloadbalancing:DeleteListener',
    'elasticloadbalancing:AddListenerCertificates',
    'elasticloadbalancing:RemoveListenerCertificates',
    'route53:ChangeResourceRecordSets',
  ])(
    'at %s, before its effect, after it, or with its answer lost, leaves nothing',
    async (action) => {
      for (const moment of ['before', 'after', 'lost'] as const)
        for (let nth = 1; nth <= 2; nth++) {
          const what = `${action} ${moment} ${nth}`
          const bench = await buildCertificateBench({ timings: { visibilityLagMs: 2000 } })
          await bench.deployLive()
          let calls = 0
          bench.aws.faults.onCall(
            action,
            () => {
              if (++calls !== nth) return
              if (moment === 'lost') throw new CloudError('unavailable', 'The answer was lost.')
              bench.replaceController()
              throw new Death('at a call')
            },
            moment === 'before' ? 'before' : 'after',
          )
          const until = async (condition: () => boolean | Promise<boolean>) => {
            const limit = bench.clock.now() + 600_000
            while (!(await condition())) {
              if (bench.clock.now() > limit) throw new Error(`${what}: ${JSON.stringify(await bench.find())}`)
              await bench.step().catch(async (error: unknown) => {
                if (!(error instanceof Death)) throw error
                await bench.clock.advance(1000)
              })
              expect(bench.faults(), what).toEqual([])
            }
          }
          await bench.link({ hostedZone: 'zone-1' })
          await until(() => bench.isHttps('www.example.com'))
          await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
          await until(
            async () =>
              bench.isHttps('www.b.example.com') && (await bench.find())?.status?.certificates?.length === 1,
          )
          await bench.unlink()
          await until(async () => {
            const status = (await bench.find())?.status
            return status?.certificates === undefined && status?.dns === undefined
          })
          expect(bench.httpsLeftovers(), what).toEqual(noHttps)
        }
    },
    120_000,
  )
})
