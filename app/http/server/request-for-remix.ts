import { Readable } from 'node:stream'
import type { Request } from 'express'
import { escapeApiPath, isApiPath } from '../request/api-path'

/**
 * A request whose body was read before, in bounds, for Remix to read again. Its host is that of `address`, which addressOf accepted, and where a
 * write comes from was checked before, against the public address too: Remix would compare it with the host alone, which a proxy may
 * have changed, and call a difference a failure of ours.
 */
export function requestForRemix(request: Request, { hostname, host }: URL): Request {
  const { method, protocol, originalUrl, body } = request
  const headers = { ...request.headers, host, origin: undefined, 'x-forwarded-host': undefined }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return Object.assign(hasBody ? Readable.from(Buffer.isBuffer(body) ? [body] : []) : {}, {
    method,
    protocol,
    hostname,
    originalUrl: isApiPath(request.path) ? escapeApiPath(originalUrl) : originalUrl,
    headers,
    get: (name: string) => headers[name.toLowerCase() as keyof typeof headers],
  }) as unknown as Request
}
