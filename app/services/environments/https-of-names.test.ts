import { describe, expect, it } from 'vitest'
import type { CertificateStatus, DnsStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { httpsOfNames } from './https-of-names'

const certificate = (changes: Partial<CertificateStatus> = {}): CertificateStatus => ({
  hostedZone: 'zone-1',
  wildcard: '*.example.com',
  domainNames: ['*.example.com'],
  token: 'a',
  phase: 'Issued',
  sinceEpoch: 0,
  validations: [],
  ...changes,
})

const record = (name: string, changes: Partial<DnsStatus['records'][number]> = {}) => ({
  hostedZone: 'zone-1',
  name,
  applicationId: 'web',
  port: 80,
  phase: 'Present' as const,
  target: { dnsName: 'lb.example.net', zoneId: 'Z1' },
  ...changes,
})

const https = (phase: 'Opening' | 'Open' | 'Closing'): LoadBalancerStatus['https'] => ({
  loadBalancerId: 'lb-1',
  phase,
  certificateIds: ['certificate-1'],
})

const port = { applicationId: 'web', port: 80 }
const wordsFor = (certificates: CertificateStatus[], phase?: 'Opening' | 'Open' | 'Closing') =>
  httpsOfNames(
    { dns: { records: [record('www.example.com')] }, certificates },
    { ...port, https: phase && https(phase) },
  ).map((name) => name.https)

describe('HTTPS of a name, in words', () => {
  it.each<[string, CertificateStatus[], ('Opening' | 'Open' | 'Closing')?]>([
    ['HTTP only', []],
    ['HTTP only', [certificate({ wildcard: '*.other.example.com' })], 'Open'],
    ['HTTP only', [certificate({ phase: 'Removing' })]],
    ['Waiting for AWS to take the request for a certificate', [certificate({ phase: 'Requesting' })]],
    ['Waiting for AWS to validate the certificate', [certificate({ phase: 'Validating' })]],
    [
      'Waiting: the name of the validation record is taken by another record',
      [
        certificate({
          phase: 'Validating',
          validations: [{ name: '_a.example.com', value: 'b', phase: 'Taken' }],
        }),
      ],
    ],
    ['Refused. A CAA record.', [certificate({ phase: 'Refused', message: 'A CAA record.' })]],
    ['Refused. A CAA record.', [certificate({ phase: 'Requesting', message: 'A CAA record.' })]],
    ['Issued, waiting for the load balancer', [certificate()]],
    ['Issued, waiting for the load balancer', [certificate()], 'Opening'],
    ['Issued, waiting for the load balancer', [certificate()], 'Closing'],
    ['Issued', [certificate()], 'Open'],
    ['Issued', [certificate({ message: 'What was wrong before.' })], 'Open'],
    ['Issued', [certificate({ phase: 'Removing' }), certificate()], 'Open'],
  ])('says “%s” of %j where the load balancer is %s', (words, certificates, phase) => {
    expect(wordsFor(certificates, phase)).toEqual([words])
  })

  it('is said of the names of the port alone, sorted, and of none that another record has', () => {
    const records = [
      record('www.example.com'),
      record('api.example.com', { phase: 'Creating' }),
      record('taken.example.com', { phase: 'Taken' }),
      record('other.example.com', { applicationId: 'other' }),
      record('admin.example.com', { port: 8080 }),
    ]
    expect(httpsOfNames({ dns: { records } }, { ...port, https: undefined })).toEqual([
      { name: 'api.example.com', https: 'HTTP only' },
      { name: 'www.example.com', https: 'HTTP only' },
    ])
    expect(httpsOfNames({}, { ...port, https: undefined })).toEqual([])
  })
})
