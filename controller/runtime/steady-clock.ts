import type { Clock } from '../../core/time/clock'

/** The share by which this clock may run faster or slower than time itself to catch up with the time of day. */
const catchUpRate = 0.1
/** The step by which the time of day may be set without anybody being told: less is what NTP does all the time. */
const noticedMilliseconds = 5000

/**
 * A clock whose time of day never jumps, for those who compare it with what they wrote down before. When the machine's clock is set, by an
 * operator or by NTP, this one runs up to a tenth faster or slower until it has caught up: a deadline of a minute is then six seconds
 * off, and not an hour over.
 *
 * @param onSet is told by how many milliseconds the machine's clock differs, once for each time that it was set
 */
export function steadyClock(machine: Clock, onSet: (milliseconds: number) => void = () => undefined): Clock {
  let epoch = machine.now()
  let at = machine.monotonic()
  let isCatchingUp = false
  const now = () => {
    const elapsed = machine.monotonic() - at
    at += elapsed
    const difference = machine.now() - (epoch + elapsed)
    const most = elapsed * catchUpRate
    epoch += elapsed + Math.min(most, Math.max(-most, difference))
    const isFarOff = Math.abs(difference) > noticedMilliseconds
    if (isFarOff && !isCatchingUp) onSet(difference)
    isCatchingUp = isFarOff
    return Math.floor(epoch)
  }
  return {
    now,
    monotonic: () => machine.monotonic(),
    sleep: (milliseconds, signal) => machine.sleep(milliseconds, signal),
  }
}
