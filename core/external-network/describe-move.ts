import { billOf, type Billed } from '../charges/bill'

/** Describes for people the price and the effects of a move of an environment to another range of addresses. */
export function describeMove(billed: Billed): string {
  const twice = `It runs twice until the new network serves, for about $${billOf(billed).total.toFixed(4)}/h more.`
  return billed.numLoadBalancers === 0
    ? twice
    : `${twice} Load balancers are made anew: names of a linked hosted zone follow, the addresses that AWS gave them change.`
}
