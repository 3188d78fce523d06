import type { ReactNode } from 'react'

/** The facts about one thing: a term and its value per line. */
export function Details({ facts }: { facts: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="panel divide-y divide-line">
      {facts.map(({ term, value }) => (
        <div key={term} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[14rem_1fr]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
