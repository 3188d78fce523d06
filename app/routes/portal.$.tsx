import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../../core/errors'
import { describePage } from '../http/pages/page-handle'
import { loadPage } from '../http/pages/page'

export const handle = describePage({ access: 'member', docs: null })

/** Keeps the portal's menu around the message that a page does not exist. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, () => {
    throw notFound('This page')
  })

export default function NotFound() {
  return null
}
