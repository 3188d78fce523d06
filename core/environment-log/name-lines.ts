import { declareLines } from './declare-lines'

interface OfName {
  name: string
}

/** How names in hosted zones come and go. */
export const nameLines = declareLines('names', {
  associating: {
    type: 'network',
    text: ({ end }: { end: string }) => `Associating the hosted zone: names will end in ${end}.`,
  },
  associated: {
    type: 'network',
    endsWork: true,
    text: ({ end, names }: { end: string; names: string[] }) =>
      `Hosted zone association complete. Names end in ${end}: ${names.length > 0 ? names.join(', ') : 'no exposed port has a subdomain yet'}.`,
  },
  unlinked: {
    type: 'network',
    text: () => 'The hosted zone is unlinked. It has no names of this environment now.',
  },
  present: {
    type: 'network',
    text: ({ name, port }: OfName & { port: number }) =>
      `The name ${name} leads to the load balancer for port ${port}.`,
  },
  gone: { type: 'network', text: ({ name }: OfName) => `The name ${name} is gone.` },
  changed: {
    type: 'network',
    severity: 'ERROR',
    text: ({ name }: OfName) => `The name ${name} was changed manually. SDO restores it.`,
  },
  taken: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-resources#link-names-to-an-environment',
    text: ({ name, taker }: OfName & { taker: string }) =>
      `The name ${name} is taken by ${taker}. SDO does not overwrite it: delete it, or choose another subdomain.`,
  },
})

interface OfCertificate {
  wildcard: string
}

const without = ({ wildcard, why }: OfCertificate & { why: string }) =>
  `There is no certificate for ${wildcard}: ${why} Its names answer on HTTP only.`

/** How certificates for names come and go. */
export const certificateLines = declareLines('certificates', {
  issued: {
    type: 'network',
    text: ({ wildcard }: OfCertificate) => `AWS issued the certificate for ${wildcard}.`,
  },
  deleted: {
    type: 'network',
    text: ({ wildcard }: OfCertificate) => `The certificate for ${wildcard} is deleted.`,
  },
  gone: {
    type: 'network',
    severity: 'ERROR',
    text: ({ wildcard }: OfCertificate) =>
      `The certificate for ${wildcard} is gone from the account. SDO requests a new one.`,
  },
  refused: { type: 'network', severity: 'ERROR', docs: '/docs/external-resources#https', text: without },
  roleRefused: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-resources#status-of-an-account',
    text: without,
  },
  validationTaken: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-resources#https',
    text: ({ name }: OfName) =>
      `The name ${name}, by which AWS validates a certificate, is taken by another record. SDO does not overwrite it: delete it.`,
  },
})
