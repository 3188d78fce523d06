/** A name of DNS as names are compared: in lower case, without the dot at its end. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
