import { notFound } from '../../../core/errors'
import type { AppContext } from '../request/context'

/** For pages that exist on one's own machine only. @throws DomainError `not-found` anywhere else */
export function requireStandalone({ isStandalone }: AppContext): void {
  if (!isStandalone) throw notFound('This page')
}
