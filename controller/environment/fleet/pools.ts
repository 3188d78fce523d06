import type { Market } from '../../../core/resources/environment'

/** Capacity of one kind in one place: it is there or not as a whole. */
export interface Pool {
  instanceType: string
  zone: string
  market: Market
}

/** For people: `m7g.large Spot instance in us-east-1a`. */
export const describePool = ({ instanceType, zone, market }: Pool): string =>
  `${instanceType} ${market === 'spot' ? 'Spot' : 'on-demand'} instance in ${zone}`

export const article = (words: string): string => (/^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`)
