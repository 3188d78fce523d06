import { PageLink } from './page-link'

interface ChoiceLinksProps {
  /** What is chosen, for who does not see them beside it. */
  label: string
  choices: { label: string; to: string; isOpen: boolean }[]
}

/** Views of the same thing, of which one is open. */
export const ChoiceLinks = ({ label, choices }: ChoiceLinksProps) => (
  <nav aria-label={label} className="flex gap-4">
    {choices.map(({ label, to, isOpen }) => (
      <PageLink
        key={label}
        to={to}
        aria-current={isOpen ? 'page' : undefined}
        className={isOpen ? 'font-semibold' : 'link'}
      >
        {label}
      </PageLink>
    ))}
  </nav>
)
