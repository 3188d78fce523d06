import type { ReactNode } from 'react'

/** A page of the site that holds one form. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="mx-auto max-w-[26rem] px-4 py-8 text-portal sm:py-14">
      {children}
    </main>
  )
}
