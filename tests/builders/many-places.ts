import type { IncomingMessage } from 'node:http'

/**
 * Lets each request come from a place of its own, so that the limits on guessing do not hide what is behind them. For an app
 * that trusts its proxy.
 */
export function manyPlaces(): (request: IncomingMessage) => void {
  let requests = 0
  return (request) => {
    requests += 1
    request.headers['x-forwarded-for'] =
      `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
  }
}
