/** How an instance is paid for. */
export const markets = ['spot', 'on-demand'] as const
export type Market = (typeof markets)[number]

/** Capacity of one kind in one place: it is there or not as a whole. */
export interface Pool {
  instanceType: string
  zone: string
  market: Market
}

/** Names a pool. */
export const poolOf = ({ instanceType, zone, market }: Pool): string => `${instanceType}/${zone}/${market}`

export const isSamePool = (a: Pool, b: Pool): boolean =>
  a.instanceType === b.instanceType && a.zone === b.zone && a.market === b.market

export type SizedPool = Pool & { vcpu: number }

/** For people: `m7g.large Spot instance in us-east-1a`. */
export const describePool = ({ instanceType, zone, market }: Pool): string =>
  `${instanceType} ${market === 'spot' ? 'Spot' : 'on-demand'} instance in ${zone}`
