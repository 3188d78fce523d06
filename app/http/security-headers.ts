import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Headers that keep a page to itself. Scripts need the nonce of `response.locals.cspNonce`; styles come from our file only.
 * `allowReload` lets the page talk to the development server.
 */
export const securityHeaders = ({
  secureCookies,
  allowReload,
}: {
  secureCookies: boolean
  allowReload: boolean
}): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [
          "'self'",
          (_request, response) => `'nonce-${(response as unknown as { locals: Locals }).locals.cspNonce}'`,
        ],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(allowReload ? ['ws://127.0.0.1:*', 'ws://localhost:*'] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secureCookies ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })

interface Locals {
  cspNonce: string
}
