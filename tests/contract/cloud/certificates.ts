import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ownerTags } from '../../../core/aws/ownership'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const newToken = () => randomUUID().replaceAll('-', '')

/** A delegated zone and an account, in one, and a certificate that was asked for. */
export async function requestCertificate(harness: CloudHarness, domainNames = ['*.example.com']) {
  const access = await harness.newAccount()
  const zoneName = `${newToken()}.example.com`
  const zoneId = await harness.createHostedZone(access.accountNumber, { name: zoneName })
  const names = domainNames.map((name) => name.replace('example.com', zoneName))
  const { certificates, dns } = harness.cloud.account(access)
  const tags = ownerTags(`env-${randomUUID().slice(0, 8)}`, 'certificate')
  const token = newToken()
  const id = await certificates.request({ token, domainNames: names, tags })
  const validate = async () => {
    const { validations } = await certificates.get(id)
    const unique = new Map(validations.map((one) => [one.name, one]))
    await dns.changeRecords(
      zoneId,
      [...unique.values()].map((one) => ({ action: 'create', record: { ...one, ttl: 347 } })),
    )
  }
  const issue = async () => {
    await validate()
    await harness.eventually('it is issued', async () => (await certificates.get(id)).state === 'issued')
  }
  return { access, zoneName, zoneId, names, certificates, dns, tags, token, id, validate, issue }
}

export function describeCertificates(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('certificates', () => {
    it('are pending until their names are validated, with one record for a name with a star and without', async () => {
      const { certificates, id, names, zoneName } = await requestCertificate(harness(), [
        'example.com',
        '*.example.com',
      ])
      const found = await certificates.get(id)
      expect(found).toMatchObject({ id, state: 'pending' })
      expect([...found.domainNames].sort()).toEqual([...names].sort())
      const unique = new Set(found.validations.map((one) => JSON.stringify(one)))
      expect(unique.size).toBe(1)
      const [validation] = found.validations
      expect(validation?.name).toMatch(/^_[0-9a-f]{32}\./)
      expect(validation?.name.endsWith(`.${zoneName}`)).toBe(true)
      expect(validation?.value).toMatch(/^_[0-9a-f]{32}\.[a-z.]*acm-validations\.aws$/)
    })

    itUnless(kinder.issuesUnasked)('are issued once their record answers, and not before', async () => {
      const { certificates, id, validate } = await requestCertificate(harness())
      expect((await certificates.get(id)).state).toBe('pending')
      await validate()
      const issued = await harness().eventually('it is issued', async () => {
        const found = await certificates.get(id)
        return found.state === 'issued' && found
      })
      expect(issued.expiresEpoch).toEqual(expect.any(Number))
    })

    it('are the same for the same token, and others for another', async () => {
      const { certificates, id, names, tags, token } = await requestCertificate(harness())
      expect(await certificates.request({ token, domainNames: names, tags })).toBe(id)
      expect(await certificates.request({ token: newToken(), domainNames: names, tags })).not.toBe(id)
    })

    it('are listed by their tags, and all of them without', async () => {
      const { certificates, id, tags, names } = await requestCertificate(harness())
      const other = await certificates.request({
        token: newToken(),
        domainNames: names,
        tags: ownerTags('another', 'certificate'),
      })
      const ids = async (wanted: typeof tags) => (await certificates.list(wanted)).map((one) => one.id).sort()
      await harness().eventually('both are listed', async () => (await ids({})).length === 2)
      expect(await ids({})).toEqual([id, other].sort())
      const [listed] = await certificates.list(tags)
      expect(listed).toMatchObject({ id, tags, domainNames: names })
      expect(await ids({ ...tags, 'sdo:environment': 'nobody' })).toEqual([])
    })

    it('are gone once deleted, and deleting them again is fine', async () => {
      const { certificates, id, tags } = await requestCertificate(harness())
      for (let time = 0; time < 2; time++) await certificates.delete(id)
      await expectCloudError(certificates.get(id), 'not-found')
      expect(await certificates.list(tags)).toEqual([])
    })

    itUnless(kinder.ignoresValidity)('have a first name of at most 64 characters', async () => {
      const { certificates, zoneName, tags } = await requestCertificate(harness())
      const long = `*.${'x'.repeat(62 - zoneName.length)}.${zoneName}`
      const request = (domainNames: string[]) =>
        certificates.request({ token: newToken(), domainNames, tags })
      expect(long).toHaveLength(65)
      await expectCloudError(request([long]), 'invalid')
      await request([zoneName, long])
      await expectCloudError(
        request(Array.from({ length: 11 }, (_, index) => `n${index}.${zoneName}`)),
        'quota-exceeded',
      )
    })

    itUnless(kinder.ignoresPolicies)('of others can be listed, and neither read nor deleted', async () => {
      const { certificates, names } = await requestCertificate(harness())
      await expectCloudError(
        certificates.request({ token: newToken(), domainNames: names, tags: { Name: 'theirs' } }),
        'access-denied',
      )
    })
  })
}
