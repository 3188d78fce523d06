import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerEvents, heartbeats } from '../api/answer-events'
import { readerOf } from '../api/reader'
import { askedLines } from '../components/asked-lines'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'
import { environmentEvents } from '../services/following/stream-views'

export const handle = {
  access: 'member',
  docs: null,
  about: { id: 'environment' },
} as const satisfies PageHandle

/** What comes to a log that somebody has open, as server-sent events: that of /v1, for a page. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query, request, context }) => {
    const { type, onlyErrors } = askedLines(query)
    const { lastEventId = query('after'), signal } = readerOf(request, context.reader)
    const stream = await services.following.followEnvironment(actor, {
      id: query('id'),
      log: type,
      onlyErrors,
      lastEventId,
      signal,
      isForPage: true,
    })
    return answerEvents(stream, {
      schemas: environmentEvents,
      reader: context.reader,
      log: context.log,
      heartbeat: heartbeats.event,
    })
  })
