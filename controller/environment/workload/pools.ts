import type { Pool } from '../../../core/catalogue/pool'

export type SizedPool = Pool & { vcpu: number }

/** For people: `m7g.large Spot instance in us-east-1a`. */
export const describePool = ({ instanceType, zone, market }: Pool): string =>
  `${instanceType} ${market === 'spot' ? 'Spot' : 'on-demand'} instance in ${zone}`

export const article = (words: string): string => (/^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`)
