import { loadBalancerPerHour } from '../catalogue/figures'

interface WhatMoves {
  /** USD. */
  instancesPerHour: number
  loadBalancers: number
}

/** Describes for people the price and the effects of a move of an environment to another range of addresses. */
export function describeMove({ instancesPerHour, loadBalancers }: WhatMoves): string {
  const perHour = instancesPerHour + loadBalancers * loadBalancerPerHour
  const twice = `It runs twice until the new network serves, for about $${perHour.toFixed(4)}/h more.`
  return loadBalancers === 0
    ? twice
    : `${twice} Load balancers are made anew: names of a linked hosted zone follow, the addresses that AWS gave them change.`
}
