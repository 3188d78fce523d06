import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '../../core/errors'
import { loadPage } from '../http/pages/page'

/** Keeps the portal's menu around the message that a page does not exist. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, () => {
    throw notFound('This page')
  })

export default function NotFound() {
  return null
}
