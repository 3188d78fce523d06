import {
  DeleteCertificateCommand,
  DescribeCertificateCommand,
  ListTagsForCertificateCommand,
  RequestCertificateCommand,
  paginateListCertificates,
  type ACMClient,
  type CertificateSummary,
} from '@aws-sdk/client-acm'
import type { Tags } from '../../../core/aws/ownership'
import { CloudError, type Certificate, type Certificates, type CertificateState } from '../cloud'
import { unlessGone } from './aws-errors'
import { fromAwsTags, hasTags, toAwsTags } from './aws-tags'
import { everyItem } from './bounded-answers'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

/** AWS Certificate Manager, which knows a certificate's tags one certificate at a time: they are asked for once. */
export const createCertificates = (clientsOf: ClientsOf): Certificates => {
  const tagsById = new Map<string, Tags>()

  async function tagsOf(acm: ACMClient, id: string): Promise<Tags> {
    const known = tagsById.get(id)
    if (known) return known
    try {
      const { Tags: found } = await acm.send(new ListTagsForCertificateCommand({ CertificateArn: id }))
      const tags = fromAwsTags(found)
      tagsById.set(id, tags)
      return tags
    } catch (error) {
      // Gone since it was listed.
      if (error instanceof CloudError && error.kind === 'not-found') return {}
      throw error
    }
  }

  return {
    async list(tags) {
      const { acm } = await clientsOf()
      const summaries = await everyItem(
        paginateListCertificates({ client: acm }, {}),
        ({ CertificateSummaryList }) => CertificateSummaryList,
      )
      const present = new Set(summaries.map(({ CertificateArn }) => CertificateArn))
      for (const id of tagsById.keys()) if (!present.has(id)) tagsById.delete(id)
      const found: Certificate[] = []
      for (const summary of summaries) {
        const certificate = toCertificate(summary)
        const itsTags = Object.keys(tags).length === 0 ? {} : await tagsOf(acm, certificate.id)
        if (hasTags(itsTags, tags)) found.push({ ...certificate, tags: itsTags })
      }
      return found
    },

    async get(id) {
      const { acm } = await clientsOf()
      const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: id }))
      const found = requireAnswer(Certificate, 'what a certificate is')
      const records = (found.DomainValidationOptions ?? []).flatMap(({ ResourceRecord }) =>
        ResourceRecord?.Name && ResourceRecord.Value
          ? [{ name: plainName(ResourceRecord.Name), value: plainName(ResourceRecord.Value) }]
          : [],
      )
      return {
        id,
        domainNames: namesOf(found.DomainName, found.SubjectAlternativeNames),
        state: toState(found.Status),
        failure: found.FailureReason ?? (toState(found.Status) === 'failed' ? found.Status : undefined),
        expiresEpoch: toState(found.Status) === 'issued' ? found.NotAfter?.getTime() : undefined,
        validations: records,
      }
    },

    async request({ token, domainNames, tags }) {
      const { acm } = await clientsOf()
      const [DomainName, ...others] = domainNames
      const { CertificateArn } = await acm.send(
        new RequestCertificateCommand({
          DomainName,
          ...(others.length > 0 && { SubjectAlternativeNames: domainNames }),
          ValidationMethod: 'DNS',
          IdempotencyToken: token,
          Tags: toAwsTags(tags),
        }),
      )
      return requireAnswer(CertificateArn, 'which certificate it made')
    },

    async delete(id) {
      const { acm } = await clientsOf()
      await unlessGone(acm.send(new DeleteCertificateCommand({ CertificateArn: id })))
    },
  }
}

const plainName = (name: string): string => name.replace(/\.$/, '').toLowerCase()

const namesOf = (first: string | undefined, others: string[] | undefined): string[] => [
  ...new Set([first ?? '', ...(others ?? [])].filter(Boolean).map(plainName)),
]

const toState = (status: string | undefined): CertificateState =>
  status === 'ISSUED' ? 'issued' : status === 'PENDING_VALIDATION' ? 'pending' : 'failed'

const toCertificate = (summary: CertificateSummary): Omit<Certificate, 'tags'> => ({
  id: requireAnswer(summary.CertificateArn, 'the ARN of a certificate'),
  domainNames: namesOf(summary.DomainName, summary.SubjectAlternativeNameSummaries),
  state: toState(summary.Status),
})
