import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../../core/errors'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = { access: 'member', docs: null } as const satisfies PageHandle

/** Keeps the portal's menu around the message that a page does not exist. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, () => {
    throw notFound('This page')
  })

export default function NotFound() {
  return null
}
