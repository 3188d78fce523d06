import express from 'express'
import { createIdentities } from '../../app/identities/identities'
import { silentLogger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { listen } from './browser'
import { IdentityIssuer } from './identity-issuer'

/** An issuer that is asked over HTTP on this machine, and what takes its tokens. */
export async function serveIssuer(clock: Clock, timeoutMilliseconds?: number) {
  const served: { issuer?: IdentityIssuer } = {}
  const site = express().use(async (request, response) => {
    const answer = await served.issuer?.respond(request.path)
    response.status(answer?.status ?? 500).set(Object.fromEntries(answer?.headers ?? []))
    response.end(await answer?.text())
  })
  const { address, close } = await listen(site)
  const issuer = (served.issuer = new IdentityIssuer(address, 'RS256'))
  const identities = createIdentities({
    issuers: [issuer.issuer],
    clock,
    log: silentLogger,
    timeoutMilliseconds,
  })
  return { issuer, identities, close }
}
