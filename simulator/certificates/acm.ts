import { createHash } from 'node:crypto'
import { region } from '../../core/aws/region'
import type { Certificate, Certificates, CertificateState } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newUuid } from '../ids'
import { callsOf, type Table } from '../table'
import { tagsInEffect } from '../tag-changes'
import type { CertificateState as State, CertificateStatus } from '../state'
import { refusal } from '../refusal'
import { requireThing } from '../things'
import { lateUsersOf, settleCertificates } from './issuance'

/** How long a token is remembered. */
const tokenMs = 60 * 60_000
const longestFirstName = 64
const longestName = 253
const mostNames = 10

const certificateArn = ({ accountNumber }: { accountNumber: string }, id: string) =>
  `arn:aws:acm:${region}:${accountNumber}:certificate/${id}`

const certificates: Table<State, Certificate, CertificateRequest & { accountNumber: string }> = {
  noun: 'certificate',
  calls: { list: 'acm:ListCertificates', create: 'acm:RequestCertificate', delete: 'acm:DeleteCertificate' },
  rows: (account) => account.certificates,
  settle: settleCertificates,
  resource: ({ world, accountNumber }, id) => ({
    arn: id,
    tags: tagsInEffect(world, world.state.accounts[accountNumber]?.certificates[id]),
  }),
  needs: {
    list: (api, tags) =>
      Object.keys(tags).length > 0
        ? { alsoNeeds: [{ action: 'acm:ListTagsForCertificate', on: [{ arn: certificateArn(api, 'any') }] }] }
        : {},
    create: (api, { tags }) => ({
      requestTags: tags,
      alsoNeeds: [
        { action: 'acm:AddTagsToCertificate', on: [{ arn: certificateArn(api, 'new'), tags: {} }] },
      ],
    }),
  },
  check(_account, { token, domainNames }) {
    requireNames(domainNames)
    if (!/^\w{1,32}$/.test(token))
      throw refusal(
        'ValidationException',
        'An idempotency token has 1 to 32 letters, digits and underscores.',
      )
  },
  earlier: (account, { token, domainNames }, { clock }) =>
    Object.values(account.certificates).find(
      (one) =>
        one.token === token &&
        clock.now() - one.requestedEpoch < tokenMs &&
        one.domainNames.join() === domainNames.join(),
    ),
  make: ({ accountNumber }, { token, domainNames }, { clock }) => ({
    domainNames,
    status: 'PENDING_VALIDATION',
    requestedEpoch: clock.now(),
    token,
    validations: domainNames.map((name) => validationOf(accountNumber, name)),
  }),
  idOf: ({ random }, input) => certificateArn(input, newUuid(random)),
  see: ({ id, tags, domainNames, status }) => ({ id, tags, domainNames, state: toState(status) }),
  users: lateUsersOf,
}

type CertificateRequest = Parameters<Certificates['request']>[0]

/** AWS Certificate Manager as far as SDO uses it. */
export function certificatesOf(api: AccountApi): Certificates {
  const { world, accountNumber } = api
  const calls = callsOf(api, certificates)
  return {
    list: calls.list,
    request: async (input) => (await calls.create({ ...input, accountNumber })).id,
    delete: calls.delete,
    get: (id) =>
      api.call('acm:DescribeCertificate', { on: [certificates.resource(api, id)] }, (account) => {
        settleCertificates(world, account)
        const { domainNames, status, failure, expiresEpoch, validations } = requireThing(
          account.certificates,
          id,
          'certificate',
        )
        return { id, domainNames, state: toState(status), failure, expiresEpoch, validations }
      }),
  }
}

const toState = (status: CertificateStatus): CertificateState =>
  status === 'ISSUED' ? 'issued' : status === 'PENDING_VALIDATION' ? 'pending' : 'failed'

function requireNames(domainNames: string[]): void {
  const [first = ''] = domainNames
  const isNamed = domainNames.every(
    (name) => name.length <= longestName && /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/.test(name),
  )
  if (!isNamed || first === '') throw refusal('ValidationException', 'A certificate is for names of domains.')
  if (first.length > longestFirstName)
    throw refusal(
      'ValidationException',
      `The first name of a certificate has at most ${longestFirstName} characters.`,
    )
  if (domainNames.length > mostNames)
    throw refusal('LimitExceededException', `A certificate is for at most ${mostNames} names.`)
}

/** The validation record of a name: every certificate of an account that has the name, with a star before it or without, has the same. */
function validationOf(accountNumber: string, domainName: string) {
  const name = domainName.replace(/^\*\./, '')
  const digest = (salt: string) =>
    createHash('sha256').update(`${accountNumber}/${name}/${salt}`).digest('hex').slice(0, 32)
  return { name: `_${digest('name')}.${name}`, value: `_${digest('value')}.acm-validations.aws` }
}
