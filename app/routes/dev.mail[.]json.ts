import { json, type LoaderFunctionArgs } from '@remix-run/node'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, requireStandalone } from '../http/pages/page'

export const handle = { access: 'public' } as const satisfies PageHandle

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ context, services, query }) => {
    requireStandalone(context)
    const mails = await services.mail.listMail(query('to'))
    return json(
      mails.map(({ to, subject, text, html, sentEpoch }) => ({ to, subject, text, html, sentEpoch })),
    )
  })
