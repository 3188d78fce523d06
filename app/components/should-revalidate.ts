import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/**
 * Every page with a form, and what is around it, exports this: a form that failed for our fault has changed nothing, and the
 * page's data could not be read either.
 */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => (actionStatus ?? 0) < 500 && defaultShouldRevalidate
