import { describe, expect, it } from 'vitest'
import type { AliasTarget, RecordChange } from '../../../controller/cloud/cloud'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const target = (name: string): AliasTarget => ({
  dnsName: `sdo-${name}-1234567890.us-east-1.elb.amazonaws.com`,
  zoneId: 'Z35SXDOTRQ7X7K',
})
const create = (name: string, to = 'one'): RecordChange => ({
  action: 'create',
  record: { name, target: target(to) },
})
const remove = (name: string, to = 'one'): RecordChange => ({
  action: 'delete',
  record: { name, target: target(to) },
})

export function describeDns(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('hosted zones', () => {
    /** A zone of the customer's in a fresh account that holds no environments. */
    const buildZone = async (name = 'example.com') => {
      const access = await harness().newAccount({ isEnvironmentHolder: false })
      const { accountNumber } = access
      const zoneId = await harness().createHostedZone(accountNumber, { name })
      const { dns } = harness().cloud.account(access)
      const alias = async (wanted: string) =>
        (await dns.listRecords(zoneId)).find(({ name, type }) => name === wanted && type === 'A')?.alias
      return { accountNumber, zoneId, dns, alias }
    }

    it('tells the name and the name servers of a zone, without dots at their ends', async () => {
      const { dns, zoneId } = await buildZone('Shop.Example.com.')
      const zone = await dns.getZone(zoneId)
      expect(zone).toMatchObject({ id: zoneId, name: 'shop.example.com', isPrivate: false })
      expect(zone.nameServers).toHaveLength(4)
      for (const server of zone.nameServers) expect(server).toMatch(/^ns-\d+\.awsdns-\d+\.[a-z.]*[a-z]$/)
      expect(zone.nameServers).toEqual([...zone.nameServers].sort())
    })

    it('says that a zone is private', async () => {
      const { accountNumber, dns } = await buildZone()
      const id = await harness().createHostedZone(accountNumber, { name: 'corp.internal', isPrivate: true })
      expect(await dns.getZone(id)).toMatchObject({ isPrivate: true })
    })

    it('says not-found of a zone that is not there', async () => {
      const { dns } = await buildZone()
      await expectCloudError(dns.getZone('Z0123456789ABCDEFGHIJ'), 'not-found')
      await expectCloudError(dns.listRecords('Z0123456789ABCDEFGHIJ'), 'not-found')
      await expectCloudError(
        dns.changeRecords('Z0123456789ABCDEFGHIJ', [create('a.example.com')]),
        'not-found',
      )
    })

    it('makes addresses that lead to a load balancer, and tells when all name servers know them', async () => {
      const { dns, zoneId, alias } = await buildZone()
      const changeId = await dns.changeRecords(zoneId, [
        create('a.example.com'),
        create('b.example.com', 'two'),
      ])
      expect(await alias('a.example.com')).toEqual(target('one'))
      expect(await alias('b.example.com')).toEqual(target('two'))
      await harness().eventually('it is in sync', () => dns.isInSync(changeId))
    })

    it('makes addresses of the zone’s own name, beside what it has there, and of wildcards, and deletes them', async () => {
      const { dns, zoneId, alias } = await buildZone()
      const names = ['example.com', '*.example.com', '*.app.example.com']
      await dns.changeRecords(
        zoneId,
        names.map((name) => create(name)),
      )
      for (const name of names) expect(await alias(name)).toEqual(target('one'))
      await dns.changeRecords(
        zoneId,
        names.map((name) => remove(name)),
      )
      const left = await dns.listRecords(zoneId)
      expect(left.map(({ name, type }) => `${name} ${type}`).sort()).toEqual([
        'example.com NS',
        'example.com SOA',
      ])
    })

    it('replaces what is exactly as said in one step, and deletes it', async () => {
      const { dns, zoneId, alias } = await buildZone()
      await dns.changeRecords(zoneId, [create('a.example.com')])
      await dns.changeRecords(zoneId, [remove('a.example.com'), create('a.example.com', 'two')])
      expect(await alias('a.example.com')).toEqual(target('two'))
      await dns.changeRecords(zoneId, [remove('a.example.com', 'two')])
      expect(await alias('a.example.com')).toBeUndefined()
    })

    it('lists what the customer has there, beside what every zone says of itself', async () => {
      const { accountNumber, dns, zoneId } = await buildZone()
      await harness().putRecord(accountNumber, {
        zoneId,
        name: 'mail.example.com',
        type: 'A',
        value: '192.0.2.7',
      })
      const records = await dns.listRecords(zoneId)
      expect(records).toContainEqual({
        name: 'mail.example.com',
        type: 'A',
        values: ['192.0.2.7'],
        ttl: expect.any(Number) as number,
      })
      expect(
        records
          .filter(({ name }) => name === 'example.com')
          .map(({ type }) => type)
          .sort(),
      ).toEqual(['NS', 'SOA'])
    })

    itUnless(kinder.ignoresPresentRecords)(
      'never takes the place of a record of the customer’s, and makes all of a batch or nothing',
      async () => {
        const { accountNumber, dns, zoneId, alias } = await buildZone()
        await harness().putRecord(accountNumber, {
          zoneId,
          name: 'b.example.com',
          type: 'A',
          value: '192.0.2.7',
        })
        await expectCloudError(
          dns.changeRecords(zoneId, [create('a.example.com'), create('b.example.com')]),
          'invalid',
        )
        expect(await alias('a.example.com')).toBeUndefined()
        expect(await dns.listRecords(zoneId)).toContainEqual({
          name: 'b.example.com',
          type: 'A',
          values: ['192.0.2.7'],
          ttl: expect.any(Number) as number,
        })
      },
    )

    it('refuses to delete what is not there', async () => {
      const { dns, zoneId } = await buildZone()
      await expectCloudError(dns.changeRecords(zoneId, [remove('a.example.com')]), 'invalid')
    })

    itUnless(kinder.ignoresPresentRecords)('refuses to delete what is something else by now', async () => {
      const { dns, zoneId, alias } = await buildZone()
      await dns.changeRecords(zoneId, [create('a.example.com', 'two')])
      await expectCloudError(dns.changeRecords(zoneId, [remove('a.example.com', 'one')]), 'invalid')
      expect(await alias('a.example.com')).toEqual(target('two'))
    })

    itUnless(kinder.ignoresValidity)('refuses a name that is not in the zone', async () => {
      const { dns, zoneId } = await buildZone()
      await expectCloudError(dns.changeRecords(zoneId, [create('a.example.org')]), 'invalid')
    })

    it('makes and deletes what validates a certificate, and no record that another time to live tells apart', async () => {
      const { accountNumber, dns, zoneId } = await buildZone()
      const record = {
        name: `_${'0a'.repeat(16)}.example.com`,
        value: `_${'0b'.repeat(16)}.acm-validations.aws`,
        ttl: 347,
      }
      await dns.changeRecords(zoneId, [{ action: 'create', record }])
      const cnames = async () => (await dns.listRecords(zoneId)).filter(({ type }) => type === 'CNAME')
      expect(await cnames()).toEqual([
        { name: record.name, type: 'CNAME', values: [`${record.value}.`], ttl: 347 },
      ])
      await dns.changeRecords(zoneId, [{ action: 'delete', record }])
      expect(await cnames()).toEqual([])
      if (kinder.ignoresPresentRecords) return
      await harness().putRecord(accountNumber, {
        zoneId,
        name: record.name,
        type: 'CNAME',
        value: `${record.value}.`,
      })
      await expectCloudError(dns.changeRecords(zoneId, [{ action: 'create', record }]), 'invalid')
      await expectCloudError(dns.changeRecords(zoneId, [{ action: 'delete', record }]), 'invalid')
      expect(await cnames()).toHaveLength(1)
    })

    itUnless(kinder.ignoresPolicies)('lets the role make no other CNAME', async () => {
      const { dns, zoneId } = await buildZone()
      for (const name of [
        'www.example.com',
        '*.example.com',
        '_acme-challenge.example.com',
        '_dmarc.example.com',
      ])
        await expectCloudError(
          dns.changeRecords(zoneId, [
            { action: 'create', record: { name, value: 'elsewhere.example.net', ttl: 347 } },
          ]),
          'access-denied',
        )
    })

    it('takes a change that nobody remembers for done', async () => {
      const { dns } = await buildZone()
      expect(await dns.isInSync('C0123456789ABCDEFGHIJ')).toBe(true)
    })

    it('lists a zone of more records than a page holds, each once', async () => {
      const { dns, zoneId } = await buildZone()
      const names = Array.from({ length: 350 }, (_, index) => `n${index}.example.com`)
      await dns.changeRecords(
        zoneId,
        names.map((name) => create(name)),
      )
      const listed = (await dns.listRecords(zoneId)).filter(({ alias }) => alias)
      expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort())
    })

    itUnless(kinder.ignoresExternalId)('refuses an account without the role for names', async () => {
      const account = harness().cloud.account({ accountNumber: '999900001111', externalId: 'any' })
      await expectCloudError(account.dns.getZone('Z0123456789ABCDEFGHIJ'), 'access-denied')
    })
  })
}
