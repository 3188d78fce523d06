import { describe, expect, it } from 'vitest'
import { buildCertificateBench, type CertificateBench, buildHttps, errorsOf } from './certificate-bench'

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
    const isIssued = () => bench.certificates().every(({ status }) => status === 'ISSUED')
    // Accounts as AWS's take minutes to issue one, others have issued it by now.
    if (bench.patience > 0) await bench.runUntil('theirs is issued', isIssued)
    expect(bench.certificates()).toMatchObject([{ domainNames: ['example.com'], status: 'ISSUED' }])
  })
})
