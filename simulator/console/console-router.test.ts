import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentUnreachableError } from '../../controller/agents/agents'
import { silentLogger } from '../../core/logging/logger'
import { buildSimulatedAws, buildTemplate, type SimulatedAwsBench } from '../../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../tests/builders/simulated-environment'
import { createSite } from '../../standalone/site'
import { createConsoleRouter } from './console-router'

let bench: SimulatedAwsBench
let server: Server
let origin: string
const linked = '444455556666'

beforeEach(async () => {
  bench = await buildSimulatedAws()
  const unreachable = () => Promise.reject(new AgentUnreachableError('nobody'))
  const console = createConsoleRouter({
    cloud: bench.aws,
    dns: { host: '127.0.0.1', port: 5353 },
    agents: {
      status: unreachable,
      apply: unreachable,
      replace: unreachable,
      resolveImages: unreachable,
      usage: unreachable,
    },
    findStylesheet: async () => '/site.css',
    log: silentLogger,
    findRequiredTemplate: async (accountNumber) =>
      accountNumber === linked ? { ...buildTemplate(linked, 'id') } : undefined,
    listLinkedAccounts: async () => [{ accountNumber: linked, name: 'Linked <account>' }],
  })
  const behind = express()
  behind.use(express.raw({ type: () => true }), (request, response) => {
    response.send(Buffer.isBuffer(request.body) ? `site got ${request.body.toString()}` : 'site got nothing')
  })
  server = createServer(createSite(console, behind)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await bench.aws.close()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })

const rolesOf = (accountNumber: string) => bench.aws.getAccount(accountNumber)?.roles ?? []

describe('the console of the simulated cloud', () => {
  it('lists accounts that something happened in and accounts that are only linked', async () => {
    const answer = await fetch(`${origin}/dev/aws.json`)
    const { accounts } = (await answer.json()) as { accounts: { accountNumber: string }[] }
    expect(accounts.map(({ accountNumber }) => accountNumber)).toEqual([bench.accountNumber, linked])
  })

  it('shows them on a page that takes names for text and not for markup', async () => {
    const html = await (await fetch(`${origin}/dev/aws`)).text()
    expect(html).toContain('Profile <code>fast</code>: accounts are quick')
    expect(html).toContain('Linked &lt;account&gt;')
    expect(html).toContain('<link rel="stylesheet" href="/site.css"/>')
  })

  it('installs the template that is sent, as a call and as a form', async () => {
    const template = buildTemplate('777788889999', 'id')
    expect((await post('/dev/aws/777788889999/stack', template)).status).toBe(200)
    expect(rolesOf('777788889999')).toHaveLength(5)
    const form = await submit('/dev/aws/777788880000/stack', { template: JSON.stringify(template) })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/dev/aws#account-777788880000'])
    expect(rolesOf('777788880000')).toHaveLength(5)
  })

  it('installs what SDO asks for in a linked account, and says so where nobody linked it', async () => {
    expect((await submit(`/dev/aws/${linked}/stack/required`, {})).status).toBe(303)
    expect(rolesOf(linked)).toHaveLength(5)
    const refusal = await post('/dev/aws/000000000001/stack/required', {})
    expect(refusal.status).toBe(400)
    expect(await refusal.json()).toMatchObject({ message: expect.stringContaining('No team has linked') })
  })

  it('deletes a stack, by POST and by DELETE', async () => {
    const path = `/dev/aws/${bench.accountNumber}/stack`
    expect((await fetch(`${origin}${path}`, { method: 'DELETE' })).status).toBe(200)
    expect(rolesOf(bench.accountNumber)).toEqual([])
    await post(path, buildTemplate(bench.accountNumber, 'id'))
    await submit(`${path}/delete`, {})
    expect(rolesOf(bench.accountNumber)).toEqual([])
  })

  it('changes a role as its owner would', async () => {
    const base = `/dev/aws/${bench.accountNumber}/role`
    const before = rolesOf(bench.accountNumber)[0]
    const name = before?.name ?? ''
    const policy = Object.keys(before?.inlinePolicies ?? {})[0] ?? ''
    const role = () => rolesOf(bench.accountNumber).find((candidate) => candidate.name === name)

    await submit(`${base}/remove-policy`, { name, policy })
    expect(Object.keys(role()?.inlinePolicies ?? {})).not.toContain(policy)
    await submit(`${base}/attach-policy`, { name, arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' })
    expect(role()?.managedPolicies).toEqual(['arn:aws:iam::aws:policy/ReadOnlyAccess'])
    await submit(`${base}/distrust`, { name })
    expect(role()?.assumePolicy).toMatchObject({ Statement: [] })
    await post(base, { name, path: '/other/' })
    expect(role()).toMatchObject({
      path: '/other/',
      managedPolicies: ['arn:aws:iam::aws:policy/ReadOnlyAccess'],
    })
    await submit(`${base}/delete`, { name })
    expect(role()).toBeUndefined()
  })

  it('publishes another machine image, as a call and as a form', async () => {
    const { instances } = bench.account
    const first = await instances.currentImage()
    expect((await post(`/dev/aws/${bench.accountNumber}/publish-image`, {})).status).toBe(200)
    const second = await instances.currentImage()
    expect((await submit(`/dev/aws/${bench.accountNumber}/publish-image`, {})).status).toBe(303)
    expect(new Set([first.id, second.id, (await instances.currentImage()).id]).size).toBe(3)
    expect(await (await fetch(`${origin}/dev/aws`)).text()).toContain('Publish a newer machine image')
  })

  it('makes calls fail when told to', async () => {
    await post(`/dev/aws/${bench.accountNumber}/throttle`, { action: 'ec2:DescribeVpcs', times: '2' })
    await expect(bench.account.network.listVpcs({})).rejects.toMatchObject({ kind: 'throttled' })
    await expect(bench.account.network.listVpcs({})).rejects.toMatchObject({ kind: 'throttled' })
    await expect(bench.account.network.listVpcs({})).resolves.toEqual([])
  })

  it('refuses a call until told otherwise, or as often as told', async () => {
    const listVpcs = () => bench.account.network.listVpcs({})
    const refuse = (body: object) =>
      post(`/dev/aws/${bench.accountNumber}/refuse`, { action: 'ec2:DescribeVpcs', ...body })
    expect((await refuse({ kind: 'quota-exceeded' })).status).toBe(200)
    for (let call = 0; call < 5; call++)
      await expect(listVpcs()).rejects.toMatchObject({ kind: 'quota-exceeded' })
    await refuse({ kind: 'invalid', times: 1 })
    await expect(listVpcs()).rejects.toMatchObject({ kind: 'invalid' })
    await expect(listVpcs()).resolves.toEqual([])
    await refuse({ kind: 'access-denied' })
    await refuse({ kind: 'access-denied', times: '0' })
    await expect(listVpcs()).resolves.toEqual([])
  })

  it('deletes any one thing that it lists, and then lists it no more', async () => {
    const environment = await buildSimulatedEnvironment(bench)
    await environment.launchRunning('a')
    await environment.createLoadBalancer('web')
    await bench.account.network.allowIngress(environment.securityGroupIds[0] ?? '', [
      { fromPort: 80, toPort: 80, cidr: '0.0.0.0/0' },
    ])
    const listThings = async () => {
      const { accounts } = (await (await fetch(`${origin}/dev/aws.json`)).json()) as {
        accounts: {
          accountNumber: string
          things: { kind: string; id: string; owner: string; tags: object }[]
        }[]
      }
      return accounts.find(({ accountNumber }) => accountNumber === bench.accountNumber)?.things ?? []
    }
    expect(await listThings()).toContainEqual({
      kind: 'vpcs',
      id: environment.vpcId,
      tags: expect.objectContaining({ 'sdo:owner': 'sdo' }),
      owner: 'sdo',
    })
    const deleted = new Set<string>()
    for (let [thing] = await listThings(); thing; [thing] = await listThings()) {
      expect((await post(`/dev/aws/${bench.accountNumber}/delete`, { id: thing.id })).status).toBe(200)
      expect((await listThings()).map(({ id }) => id)).not.toContain(thing.id)
      deleted.add(thing.kind)
    }
    expect(deleted).toContain('stacks')
    expect(deleted).toContain('vpcs')
    expect(bench.booter.agents.size).toBe(0)
  })

  it('makes hosted zones, delegates to them or not, and puts the customer’s records there', async () => {
    const base = `/dev/aws/${bench.accountNumber}`
    const zones = () => bench.aws.getAccount(bench.accountNumber)?.hostedZones ?? []
    const made = await post(`${base}/hosted-zone`, { name: 'Example.COM.' })
    const { hostedZoneId, nameServers } = (await made.json()) as {
      hostedZoneId: string
      nameServers: string[]
    }
    expect(zones()).toMatchObject([{ id: hostedZoneId, name: 'example.com', nameServers, isDelegated: true }])
    expect(nameServers).toHaveLength(4)
    const delegation = { hostedZoneId: `/hostedzone/${hostedZoneId}` }
    await post(`${base}/hosted-zone/delegation`, { ...delegation, delegated: false })
    expect(zones()[0]).toMatchObject({ isDelegated: false })
    await submit(`${base}/hosted-zone/delegation`, { ...delegation, delegated: 'true' })
    expect(zones()[0]).toMatchObject({ isDelegated: true })
    const record = { name: 'www.example.com', type: 'A', value: '192.0.2.7' }
    await submit(`${base}/record`, { hostedZoneId, ...record })
    expect(zones()[0]?.records).toEqual([{ ...record, owner: 'customer' }])
    const html = await (await fetch(`${origin}/dev/aws`)).text()
    expect(html).toContain('1 record')
    expect(html).toContain('dig @127.0.0.1 -p 5353 NAME')
    await post(`${base}/delete`, { id: `${hostedZoneId}/record/www.example.com/A` })
    expect(zones()[0]?.records).toEqual([])
    await submit(`${base}/hosted-zone`, { name: 'inside.example', isPrivate: 'true' })
    expect(zones()[1]).toMatchObject({ isPrivate: true, isDelegated: false })
    await post(`${base}/delete`, { id: hostedZoneId })
    expect(zones().map(({ name }) => name)).toEqual(['inside.example'])
    // What an empty list of the portal shows needs the portal around it.
    expect(await (await fetch(`${origin}/dev/aws`)).text()).toContain('Nothing but what every zone says')
  })

  it('takes the name of a zone in any alphabet, as DNS writes it', async () => {
    await post(`/dev/aws/${bench.accountNumber}/hosted-zone`, { name: 'Bücher.example' })
    expect(bench.aws.getAccount(bench.accountNumber)?.hostedZones[0]?.name).toBe('xn--bcher-kva.example')
  })

  it('makes a VPC of the customer’s, gives it ranges, and deletes connections or ends requests for them', async () => {
    const base = `/dev/aws/${bench.accountNumber}`
    const owner = buildTemplate(bench.accountNumber, 'external-id', true, true)
    expect((await post(`${base}/stack`, owner)).status).toBe(200)
    const made = await post(`${base}/vpc`, { cidr: '192.168.0.0/20' })
    const { vpcId } = (await made.json()) as { vpcId: string }
    await submit(`${base}/vpc/range`, { vpcId, cidr: '192.168.64.0/20' })
    const { vpcId: ownVpcId } = await buildSimulatedEnvironment(bench)
    const request = () =>
      bench.account.peerings.create({
        vpcId: ownVpcId,
        peer: { accountNumber: bench.accountNumber, vpcId },
        tags: { 'sdo:owner': 'sdo' },
      })
    const stateOf = (id: string) =>
      bench.aws.getAccount(bench.accountNumber)?.peerings.find((peering) => peering.id === id)?.state
    const { id: first } = await request()
    const html = await (await fetch(`${origin}/dev/aws`)).text()
    for (const shown of [
      '192.168.0.0/20, 192.168.64.0/20',
      vpcId,
      first,
      'pending-acceptance',
      'Reject the request',
      'Add the range',
    ])
      expect(html).toContain(shown)
    expect((await submit(`${base}/peering/end`, { peeringId: first, outcome: 'rejected' })).status).toBe(303)
    expect(stateOf(first)).toBe('rejected')
    const { id: second } = await request()
    await submit(`${base}/delete`, { id: second })
    expect(stateOf(second)).toBe('deleted')
  })

  it('refuses certificates, and issues them again, as a call and as a form', async () => {
    const base = `/dev/aws/${bench.accountNumber}`
    const { id: zoneId } = await bench.aws.customer.createHostedZone(bench.accountNumber, {
      name: 'example.com',
    })
    const access = { accountNumber: bench.accountNumber, externalId: 'external-id' }
    const { certificates } = bench.aws.account(access)
    const request = (token: string) =>
      certificates.request({ token, domainNames: ['*.example.com'], tags: { 'sdo:owner': 'sdo' } })
    const stateOnceValidated = async (id: string) => {
      await bench.clock.advance(60_000)
      const [validation] = (await certificates.get(id)).validations
      await bench.aws.customer.putRecord(bench.accountNumber, {
        zoneId,
        name: validation?.name ?? '',
        type: 'CNAME',
        value: validation?.value ?? '',
      })
      await bench.clock.advance(600_000)
      return (await certificates.get(id)).state
    }
    expect((await post(`${base}/certificate/refuse`, { refused: true })).status).toBe(200)
    expect(await stateOnceValidated(await request('one'))).toBe('failed')
    expect(await (await fetch(`${origin}/dev/aws`)).text()).toContain('Issue certificates again')
    expect((await submit(`${base}/certificate/refuse`, { refused: 'false' })).status).toBe(303)
    expect(await stateOnceValidated(await request('two'))).toBe('issued')
    expect((await post(`${base}/certificate/refuse`, { refused: 'perhaps' })).status).toBe(400)
  })

  it('keeps secrets of the customer’s own, and shows none of their values', async () => {
    const put = (body: object) => post(`/dev/aws/${bench.accountNumber}/secret`, body)
    const value = 'correct-horse'
    const arns = [
      `arn:aws:secretsmanager:us-east-1:${bench.accountNumber}:secret:sdo/secrets/database`,
      `arn:aws:ssm:us-east-1:${bench.accountNumber}:parameter/sdo/secrets/database`,
    ]
    const [secret, parameter] = [
      await put({ name: 'sdo/secrets/database', value }),
      await put({ name: '/sdo/secrets/database', value, store: 'ssm' }),
    ]
    expect([await secret?.json(), await parameter?.json()]).toMatchObject(arns.map((arn) => ({ arn })))
    expect((await put({ name: 'no name', value })).status).toBe(400)
    const listed = await (await fetch(`${origin}/dev/aws.json`)).text()
    for (const arn of arns) expect(listed).toContain(arn)
    expect(listed).not.toContain(value)
    expect((await post(`/dev/aws/${bench.accountNumber}/delete`, { id: arns[0] })).status).toBe(200)
    expect(await (await fetch(`${origin}/dev/aws.json`)).text()).not.toContain(arns[0])
  })

  it('sets prices and empties Spot pools', async () => {
    const spotOf = async () => {
      const offerings = await bench.account.offerings.list()
      return offerings.filter(({ market, zone }) => market === 'spot' && zone === 'us-east-1a')
    }
    const first = (await spotOf())[0]
    const pool = { instanceType: first?.instanceType ?? '', zone: 'us-east-1a' }
    const base = `/dev/aws/${bench.accountNumber}`
    await submit(`${base}/price`, { ...pool, market: 'spot', pricePerHour: '0.5' })
    expect(
      (await spotOf()).find(({ instanceType }) => instanceType === pool.instanceType)?.pricePerHour,
    ).toBe(0.5)
    const isEmpty = () =>
      bench.aws
        .listPrices()
        .find(({ instanceType }) => instanceType === pool.instanceType)
        ?.spot.find(({ zone }) => zone === pool.zone)?.isEmpty
    await submit(`${base}/empty-pool`, pool)
    expect(isEmpty()).toBe(true)
    await submit(`${base}/refill-pool`, pool)
    expect(isEmpty()).toBe(false)
  })

  it.each([
    ['kill', { instanceId: 'i-unknown' }, /no running instance/],
    ['kill', {}, /instanceId/],
    ['delete', { id: 'vpc-unknown' }, /There is no vpc-unknown/],
    ['delete', {}, /id/],
    ['refuse', { action: 'RunInstances', kind: 'quota-exceeded' }, /named as in IAM/],
    ['refuse', { action: 'ec2:RunInstances', kind: 'never' }, /kind/],
    ['refuse', { action: 'ec2:RunInstances', kind: 'invalid', times: -1 }, /times/],
    [
      'price',
      { instanceType: 'm', zone: 'z', market: 'gold', pricePerHour: -1 },
      /market[^]*pricePerHour|pricePerHour[^]*market/,
    ],
    ['stack', { Resources: {} }, /no Resources/],
    ['hosted-zone', { name: 'no name' }, /not a domain name/],
    ['hosted-zone', { name: 'a.example', isPrivate: 'perhaps' }, /isPrivate/],
    ['vpc', { cidr: '10.0.0.0/8' }, /not a range for a VPC/],
    ['vpc/range', { vpcId: 'vpc-unknown', cidr: '10.1.0.0/16' }, /no VPC vpc-unknown/],
    ['peering/end', { peeringId: 'pcx-unknown', outcome: 'rejected' }, /No request pcx-unknown/],
    ['peering/end', { peeringId: 'pcx-unknown', outcome: 'lost' }, /outcome/],
    ['hosted-zone/delegation', { hostedZoneId: 'ZUNKNOWN', delegated: true }, /ZUNKNOWN/],
    ['record', { hostedZoneId: 'ZUNKNOWN', name: 'a.example', type: 'A', value: '192.0.2.7' }, /ZUNKNOWN/],
    ['record', { hostedZoneId: 'ZUNKNOWN', name: 'a.example', type: 'NS', value: 'x' }, /type/],
  ])('says what is wrong with %s %j, as a call and on the page', async (action, body, message) => {
    const call = await post(`/dev/aws/${bench.accountNumber}/${action}`, body)
    expect(call.status).toBe(400)
    expect(((await call.json()) as { message: string }).message).toMatch(message)
  })

  it('shows on the page why a form was refused', async () => {
    const refusal = await submit(`/dev/aws/${bench.accountNumber}/stack`, { template: 'not JSON' })
    expect(refusal.status).toBe(400)
    expect(await refusal.text()).toContain('The template is not JSON')
  })

  it.each([
    ['deep', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'nested deeper than 30 levels'],
    ['long', `[${'0,'.repeat(400_000)}0]`, 'more than 20000 values'],
  ])('refuses JSON that is too %s, before it is read', async (_what, body, message) => {
    const answer = await fetch(`${origin}/dev/aws/${bench.accountNumber}/stack`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toContain(message)
  })

  it('knows no other actions and no other account numbers', async () => {
    expect((await post(`/dev/aws/${bench.accountNumber}/constructor`, {})).status).toBe(404)
    expect(await (await post('/dev/aws/12/kill', {})).text()).toContain('site got nothing')
  })

  it.each<Record<string, string>>([
    { Origin: 'http://evil.test' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://evil.test', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('refuses a form that another site sent (%j)', async (headers) => {
    const refusal = await submit(`/dev/aws/${bench.accountNumber}/stack/delete`, {}, headers)
    expect(refusal.status).toBe(403)
    expect(rolesOf(bench.accountNumber)).toHaveLength(5)
  })

  it.each<Record<string, string>>([{}, { Origin: 'null' }])(
    'takes a form of its own page from a browser that says so (%j)',
    async (headers) => {
      const answer = await submit(
        `/dev/aws/${bench.accountNumber}/stack/delete`,
        {},
        { 'Sec-Fetch-Site': 'same-origin', ...headers },
      )
      expect(answer.status).toBe(303)
      expect(rolesOf(bench.accountNumber)).toEqual([])
    },
  )

  it('lets browsers say which of its pages a button was pressed on', async () => {
    const { headers } = await fetch(`${origin}/dev/aws`)
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it('refuses even to be read under a name that is not loopback', async () => {
    const { port } = server.address() as AddressInfo
    const call = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/dev/aws.json',
      headers: { Host: 'rebound.test' },
    }).end()
    const [response] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }]
    response.resume()
    expect(response.statusCode).toBe(403)
  })

  it('leaves the bodies of other requests to the site behind it', async () => {
    const answer = await post('/v1/account/login', { email: 'a' })
    expect(await answer.text()).toBe('site got {"email":"a"}')
  })
})
