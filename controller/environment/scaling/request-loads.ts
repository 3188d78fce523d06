import { minuteMilliseconds } from '../../../core/time/durations'
import type { MinuteLoad } from './minute-load'

/** Before then CloudWatch has heard of little of a minute. */
const heardMilliseconds = minuteMilliseconds
/** From then on it has heard of all, unless it is late. */
const settledMilliseconds = 2 * minuteMilliseconds
/** It says nothing of a minute without requests, nor of one of which it has not heard: for so long it may be late. */
const lateMinutes = 15
/** As many as anybody decides by. */
const spanMinutes = 10
/** How much has to be asked for. */
export const countedMilliseconds = (spanMinutes + lateMinutes) * minuteMilliseconds

/**
 * What the requests of the last minutes ask of processes, oldest first. A minute that CloudWatch may not have heard all of adds processes and removes
 * none. One of which it says nothing adds none, and counts as the last one with requests where processes are removed: after a quarter of an hour as
 * one without.
 *
 * @param requests the beginning of a minute to how many there were, as CloudWatch told at `toldEpoch`
 */
export function loadsOfRequests(
  requests: ReadonlyMap<number, number>,
  toldEpoch: number,
  numServing: number,
): MinuteLoad[] {
  const endOfLast = floorToMinute(toldEpoch - heardMilliseconds)
  return Array.from({ length: spanMinutes }, (_, index) => {
    const epoch = endOfLast - (spanMinutes - index) * minuteMilliseconds
    const isSettled = epoch + minuteMilliseconds + settledMilliseconds <= toldEpoch
    const least = requests.get(epoch) ?? 0
    const most = requests.get(epoch) ?? lastBefore(requests, epoch)
    return {
      epoch,
      least,
      used: (isSettled ? most : least) / Math.max(1, numServing),
      ...(isSettled && { most }),
    }
  })
}

/** The requests of the last minute before that had any, of those in which CloudWatch may be late. */
function lastBefore(requests: ReadonlyMap<number, number>, epoch: number): number {
  for (let minutes = 1; minutes <= lateMinutes; minutes++) {
    const told = requests.get(epoch - minutes * minuteMilliseconds)
    if (told !== undefined) return told
  }
  return 0
}

const floorToMinute = (epoch: number) => Math.floor(epoch / minuteMilliseconds) * minuteMilliseconds
