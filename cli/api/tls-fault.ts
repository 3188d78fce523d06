/** How options are called where somebody reads of them. */
const optionNames = { caFile: '--ca-file', url: '--url or SDO_URL' }

const untrusted =
  'This machine does not trust the authority of its certificate. If your company has its own authority, give its PEM file with {caFile} or NODE_EXTRA_CA_CERTS.'

/** What Node calls faults of certificates, each with what it means. Trying again mends none of them. */
const faults: Record<string, string> = {
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'Its certificate has expired. Its operator has to renew it.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet. Check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another name. Check the address ({url}), and whether a proxy answers instead.',
  EPROTO: 'It does not speak TLS there. Check the address ({url}).',
}

/** What a fault of TLS means and what to do about it, as sentences; undefined for another fault. */
export function explainTlsFault(code: string | undefined, { caFile, url } = optionNames): string | undefined {
  if (code === undefined) return undefined
  const fault = faults[code] ?? (code.startsWith('ERR_SSL_') ? faults.EPROTO : undefined)
  return fault?.replace('{caFile}', caFile).replace('{url}', url)
}
