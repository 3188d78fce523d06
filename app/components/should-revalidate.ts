import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'

/**
 * Every page with a form, and what is around it, exports this: while something is away its data cannot be read again either, and
 * a page that failed to would take what was typed with it.
 */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus !== 503 && defaultShouldRevalidate
