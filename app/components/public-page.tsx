import type { ReactNode } from 'react'

/** A page of the public site that is read: its title, what it says in a sentence, and its sections. */
export function PublicPage({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <main id="content" className="mx-auto max-w-content px-4 py-10 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-[44rem] text-lg text-muted">{lead}</p>
      <div className="mt-10 space-y-10">{children}</div>
    </main>
  )
}

/** A part of a public page; `id` is where links to it lead. */
export function PublicSection({
  id,
  heading,
  children,
}: {
  id?: string
  heading: string
  children: ReactNode
}) {
  return (
    <section id={id} className="scroll-mt-4 space-y-3 leading-relaxed">
      <h2 className="text-xl">{heading}</h2>
      {children}
    </section>
  )
}
