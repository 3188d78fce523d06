import type { SizedOffering } from './instance-classes'
import type { WorkloadOffering } from './plan'
import { holds, type Size } from './sizes'

/**
 * The zones, in two sides. An application that must not be whole in one zone gets a process on either; each launch is in a zone of one side, so
 * that those of different sides are never in the same one.
 */
export type Sides = [string[], string[]]

/** 0 or 1; -1 for a zone in which nothing is offered. */
export const sideOf = (sides: Sides, zone: string): number => sides.findIndex((own) => own.includes(zone))

/** Every way in which one zone is a side and all the others are the other one. */
export function listSides(offerings: WorkloadOffering[]): Sides[] {
  const zones = [...new Set(offerings.map(({ zone }) => zone))].sort()
  const ways = zones.map((zone): Sides => [[zone], zones.filter((other) => other !== zone)])
  // Of two zones, it is the same whichever comes first.
  return zones.length === 2 ? ways.slice(0, 1) : ways
}

/** Of each side whether there are instances for one process of some size. */
export interface Reach {
  onSpot: boolean[]
  onDemand: boolean[]
}

export function reachOf(sides: Sides, offerings: SizedOffering[], load: Size): Reach {
  const fitting = offerings.filter((offering) => holds(offering, load))
  const has = (isSpot: boolean) =>
    sides.map((zones) => fitting.some((one) => one.isSpot === isSpot && zones.includes(one.offering.zone)))
  return { onSpot: has(true), onDemand: has(false) }
}

/** Whether a process can be on the side, where so many may be on Spot. */
export const reaches = ({ onSpot, onDemand }: Reach, side: number, spotLimit: number): boolean =>
  onDemand[side] === true || (onSpot[side] === true && spotLimit > 0)
