import type { RequestListener } from 'node:http'

interface Gate {
  handler: RequestListener
  /** From now on `handler` answers. */
  open(handler: RequestListener): void
}

/** Answers everybody that the portal is not ready, GET /health with 503 among them, until it is opened. */
export function createGate(): Gate {
  let opened: RequestListener | undefined
  return {
    handler(request, response) {
      if (opened) return void opened(request, response)
      response
        .writeHead(503, {
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
          'Retry-After': '5',
        })
        .end('The portal is starting and waits for its database. Please try again in a moment.\n')
    },
    open(handler) {
      opened = handler
    },
  }
}
