import { useMatches } from '@remix-run/react'
import type { PageHandle } from '../http/pages/page-handle'

/** Where the documentation says how the present page works; undefined where it says nothing of it. */
export function useDocsOfPage(): string | undefined {
  const handle = useMatches().at(-1)?.handle as Pick<PageHandle, 'docs'> | undefined
  return handle?.docs ?? undefined
}
