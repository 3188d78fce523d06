import type { DocsLink, DocsPage } from '../content/docs'
import { DocsChecklist } from './docs-checklist'
import { DocsCode } from './docs-code'
import { PageLink } from './page-link'

/** A page of the documentation: what is on it, its text, and the pages before and after. */
export function DocsArticle({ page }: { page: DocsPage }) {
  const { path, title, headings, parts, previous, next } = page
  const contents = headings.filter(({ depth }) => depth === 2)
  return (
    <article key={path} className="max-w-[44rem]">
      <h1 className="text-3xl">{title}</h1>
      {contents.length > 1 && (
        <nav aria-label="On this page" className="mt-4 border-l-2 border-line pl-4 text-portal print:hidden">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {contents.map(({ id, text }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="docs mt-6">
        {parts.map((part, index) =>
          part.kind === 'code' ? (
            <DocsCode key={index} text={part.text} />
          ) : part.kind === 'checklist' ? (
            <DocsChecklist key={index} storageKey={`sdo${path}#${index}`} items={part.items} />
          ) : (
            // Made of our own Markdown.
            <div key={index} dangerouslySetInnerHTML={{ __html: part.html }} />
          ),
        )}
      </div>
      <nav
        aria-label="Pages beside this one"
        className="mt-10 flex flex-wrap justify-between gap-4 border-t border-line pt-4 text-portal print:hidden"
      >
        {previous ? <Neighbour label="Previous" {...previous} /> : <span />}
        {next && <Neighbour label="Next" {...next} />}
      </nav>
    </article>
  )
}

const Neighbour = ({ label, path, title }: DocsLink & { label: string }) => (
  <p>
    <span className="text-muted">{label}: </span>
    <PageLink to={path}>{title}</PageLink>
  </p>
)
