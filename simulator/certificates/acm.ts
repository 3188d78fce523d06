import { createHash } from 'node:crypto'
import { region } from '../../core/aws/region'
import {
  CloudError,
  type Certificate,
  type Certificates,
  type CertificateState,
} from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { requireUnused } from '../ec2/dependencies'
import { newUuid } from '../ids'
import type { CertificateState as State, CertificateStatus } from '../state'
import { removeThing, requireThing, visible } from '../things'
import { listed } from '../world'
import { settleCertificates, usersOf } from './issuance'

/** How long a token is remembered. */
const tokenMs = 60 * 60_000
const longestFirstName = 64
const longestName = 253
const mostNames = 10

/** AWS Certificate Manager as far as SDO uses it. */
export function certificatesOf(api: AccountApi): Certificates {
  const { world, accountNumber } = api
  const certificateArn = (id: string) => `arn:aws:acm:${region}:${accountNumber}:certificate/${id}`
  const existing = (id: string) => ({
    arn: id,
    tags: world.state.accounts[accountNumber]?.certificates[id]?.tags,
  })
  return {
    list: (tags) =>
      api.call(
        'acm:ListCertificates',
        {
          ...(Object.keys(tags).length > 0 && {
            alsoNeeds: [{ action: 'acm:ListTagsForCertificate', on: [{ arn: certificateArn('any') }] }],
          }),
        },
        (account) => {
          settleCertificates(world, account)
          return visible(world, account.certificates, tags).map(toCertificate)
        },
      ),

    get: (id) =>
      api.call('acm:DescribeCertificate', { on: [existing(id)] }, (account) => {
        settleCertificates(world, account)
        const { domainNames, status, failure, expiresEpoch, validations } = requireThing(
          account.certificates,
          id,
          'certificate',
        )
        return { id, domainNames, state: toState(status), failure, expiresEpoch, validations }
      }),

    request: ({ token, domainNames, tags }) =>
      api.call(
        'acm:RequestCertificate',
        {
          requestTags: tags,
          alsoNeeds: [{ action: 'acm:AddTagsToCertificate', on: [{ arn: certificateArn('*'), tags: {} }] }],
        },
        (account) => {
          requireNames(domainNames)
          if (!/^\w{1,32}$/.test(token))
            throw new CloudError(
              'invalid',
              'An idempotency token has 1 to 32 letters, digits and underscores.',
            )
          const now = world.clock.now()
          const earlier = Object.values(account.certificates).find(
            (one) =>
              one.token === token &&
              now - one.requestedEpoch < tokenMs &&
              one.domainNames.join() === domainNames.join(),
          )
          if (earlier) return earlier.id
          const id = certificateArn(newUuid(world.random))
          account.certificates[id] = listed<State>(world, {
            id,
            tags,
            domainNames,
            status: 'PENDING_VALIDATION',
            requestedEpoch: now,
            token,
            validations: domainNames.map((name) => validationOf(accountNumber, name)),
          })
          return id
        },
      ),

    delete: (id) =>
      api.call('acm:DeleteCertificate', { on: [existing(id)] }, (account) => {
        requireUnused('certificate', id, usersOf(account, id))
        removeThing(account.certificates, id)
      }),
  }
}

const toState = (status: CertificateStatus): CertificateState =>
  status === 'ISSUED' ? 'issued' : status === 'PENDING_VALIDATION' ? 'pending' : 'failed'

const toCertificate = ({ id, tags, domainNames, status }: State): Certificate => ({
  id,
  tags,
  domainNames,
  state: toState(status),
})

function requireNames(domainNames: string[]): void {
  const [first = ''] = domainNames
  const isNamed = domainNames.every(
    (name) => name.length <= longestName && /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/.test(name),
  )
  if (!isNamed || first === '') throw new CloudError('invalid', 'A certificate is for names of domains.')
  if (first.length > longestFirstName)
    throw new CloudError(
      'invalid',
      `The first name of a certificate has at most ${longestFirstName} characters.`,
    )
  if (domainNames.length > mostNames)
    throw new CloudError('quota-exceeded', `A certificate is for at most ${mostNames} names.`)
}

/** The validation record of a name: every certificate of an account that has the name, with a star before it or without, has the same. */
function validationOf(accountNumber: string, domainName: string) {
  const name = domainName.replace(/^\*\./, '')
  const digest = (salt: string) =>
    createHash('sha256').update(`${accountNumber}/${name}/${salt}`).digest('hex').slice(0, 32)
  return { name: `_${digest('name')}.${name}`, value: `_${digest('value')}.acm-validations.aws` }
}
