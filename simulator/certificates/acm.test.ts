import { beforeEach, describe, expect, it } from 'vitest'
import { ownerTag, ownerValue } from '../../core/aws/ownership'
import { certificateManagerRoleName } from '../../core/roles/names'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../tests/builders/simulated-aws'

describe('a request for a certificate with tags', () => {
  let bench: SimulatedAwsBench
  beforeEach(async () => {
    bench = await buildSimulatedAws()
  })
  const request = (tags: Record<string, string> = { [ownerTag]: ownerValue }) =>
    bench.account.certificates.request({ token: 'a', domainNames: ['*.example.com'], tags })

  /** What the role has as resource of its right to give tags. */
  async function allowTaggingOf(resource: string) {
    const role = await bench.account.roles.get(certificateManagerRoleName)
    const inlinePolicies = Object.fromEntries(
      Object.entries(role?.inlinePolicies ?? {}).map(([name, document]) => [
        name,
        JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
          isTagging(value) ? { ...value, Resource: resource } : value,
        ) as typeof document,
      ]),
    )
    expect(inlinePolicies).not.toEqual(role?.inlinePolicies)
    await bench.aws.customer.changeRole(bench.accountNumber, certificateManagerRoleName, { inlinePolicies })
  }

  it('is allowed to the role of the template, which names any certificate as the reference of the action does', async () => {
    expect(await request()).toMatch(/:certificate\//)
  })

  it('is refused to a role that names certificates by a star taken literally: AWS asks about the one that is being made', async () => {
    await allowTaggingOf(`arn:aws:acm:us-east-1:${bench.accountNumber}:certificate/\${*}`)
    await expect(request()).rejects.toMatchObject({
      kind: 'access-denied',
      message: expect.stringContaining('acm:AddTagsToCertificate') as string,
    })
    expect(await bench.account.certificates.list({})).toEqual([])
  })

  it("is refused without the mark of SDO's", async () => {
    await expect(request({ Name: 'theirs' })).rejects.toMatchObject({ kind: 'access-denied' })
  })
})

const isTagging = (value: unknown): value is { Action: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'Action' in value &&
  JSON.stringify(value.Action).includes('acm:AddTagsToCertificate')
