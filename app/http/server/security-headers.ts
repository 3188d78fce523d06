import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'

interface SecurityHeaderOptions {
  secureCookies: boolean
  /** The script that records; its host, and nobody else, may serve it and hear from it. */
  sessionRecordingUrl?: string
  /** Lets the page talk to the development server. */
  allowReload: boolean
}

interface SecurityHeaders {
  /** On every answer; of scripts it lets our own files run and nothing else. */
  protect: RequestHandler
  /** Lets the scripts that carry `nonce` run as well, in the page that is answered. */
  allowScripts(response: Response, nonce: string): void
}

const policyName = 'Content-Security-Policy'
const nonceHere = 'NONCE'

/** Headers that keep an answer to itself. Put together once: of one answer's own there is only the nonce. */
export function securityHeaders(options: SecurityHeaderOptions): SecurityHeaders {
  const headers = [...readHeaders(options, [])]
  const policy = readHeaders(options, [`'nonce-${nonceHere}'`]).get(policyName) ?? ''
  return {
    protect(_request, response, next) {
      for (const [name, value] of headers) response.setHeader(name, value)
      next()
    },
    allowScripts: (response, nonce) =>
      void response.setHeader(
        policyName,
        policy.replace(nonceHere, () => nonce),
      ),
  }
}

/** The headers that helmet sets, with `scripts` as further sources of scripts. Styles come from our file only. */
function readHeaders(
  { secureCookies, sessionRecordingUrl, allowReload }: SecurityHeaderOptions,
  scripts: string[],
): Map<string, string> {
  const recorder = sessionRecordingUrl === undefined ? [] : [new URL(sessionRecordingUrl).origin]
  const headers = new Map([['Permissions-Policy', permissionsPolicy]])
  const collector = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts, ...recorder],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        connectSrc: ["'self'", ...recorder, ...(allowReload ? ['ws://127.0.0.1:*', 'ws://localhost:*'] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // Tells no other site where somebody was, and us that a form is our own: without a referrer its origin would be `null`.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secureCookies ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  set({} as IncomingMessage, collector as unknown as ServerResponse, (failure) => {
    if (failure) throw failure as Error
  })
  return headers
}

/** Browser features that no page of ours needs, refused so that nothing that gets into a page can have them either. */
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
