/** A host without the brackets that an address has around one of IPv6. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** The host of an address, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => withoutBrackets(hostname)
