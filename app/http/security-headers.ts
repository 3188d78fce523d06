import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Headers that keep a page to itself. Scripts need the nonce of `response.locals.cspNonce`; styles come from our file only.
 * `sessionRecordingUrl` lets that script's host, and nobody else, serve it and hear from it; `allowReload` lets the page talk to the
 * development server.
 */
export const securityHeaders = ({
  secureCookies,
  sessionRecordingUrl,
  allowReload,
}: {
  secureCookies: boolean
  sessionRecordingUrl?: string
  allowReload: boolean
}): RequestHandler => {
  const recorder = sessionRecordingUrl === undefined ? [] : [new URL(sessionRecordingUrl).origin]
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: [
          "'self'",
          (_request, response) => `'nonce-${(response as unknown as { locals: Locals }).locals.cspNonce}'`,
          ...recorder,
        ],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...recorder, ...(allowReload ? ['ws://127.0.0.1:*', 'ws://localhost:*'] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secureCookies ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', permissionsPolicy)
    protect(request, response, next)
  }
}

/** What no page of ours needs, so that nothing that gets into one can have it either. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

interface Locals {
  cspNonce: string
}
