import { Link, useSearchParams } from '@remix-run/react'

interface Tab {
  /** Value of the query parameter `tab`; the first tab is shown when it is absent. */
  value: string
  label: string
}

/** The value of the tab that `asked` names, else of the first. */
export const tabOf = (tabs: readonly Tab[], asked: string | null): string =>
  tabs.find(({ value }) => value === asked)?.value ?? tabs[0]?.value ?? ''

/** The value of the tab that is open. */
export function useTab(tabs: readonly Tab[]): string {
  const [search] = useSearchParams()
  return tabOf(tabs, search.get('tab'))
}

/** Views of one thing, each with its own address: the page's, with another `tab`. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [search] = useSearchParams()
  const open = useTab(tabs)
  const addressOf = (value: string) => {
    const parameters = new URLSearchParams(search)
    parameters.set('tab', value)
    // A place in the list of one tab is none in that of another.
    parameters.delete('cursor')
    return `?${parameters.toString()}`
  }
  return (
    <nav aria-label={label} className="mb-4 border-b border-line">
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map((tab) => (
          <li key={tab.value}>
            <Link
              to={addressOf(tab.value)}
              aria-current={tab.value === open ? 'page' : undefined}
              className={`block whitespace-nowrap border-b-2 px-0.5 py-2 ${
                tab.value === open
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-muted hover:text-ink'
              }`}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
