import type { ApiCall } from '../../content/api-reference/api-reference'
import { DocsCode } from '../docs-code'
import { PageLink } from '../page-link'
import { BreakablePath } from '../breakable'
import { FieldTable } from './field-table'
import { TryCall } from './try-call'

interface CallSectionProps {
  call: ApiCall
  /** By which calls of this page are tried. */
  token: string
  onToken(token: string): void
}

export function CallSection({ call, token, onToken }: CallSectionProps) {
  const { id, method, path, summary, callers, parameters, body, answer, refusals, curl } = call
  return (
    <section aria-label={`${method} ${path}`} className="docs mt-10 border-t border-line pt-2">
      <h2 id={id} className="font-mono [overflow-wrap:anywhere]">
        {method} <BreakablePath path={path} />{' '}
        <a className="docs-anchor" href={`#${id}`} aria-label={`Link to ${method} ${path}`}>
          #
        </a>
      </h2>
      <p className="mt-2">{summary}</p>
      <p className="text-muted">{callers}</p>
      {parameters.length > 0 && <FieldTable caption="Parameters" fields={parameters} says="required" />}
      {body && <FieldTable caption="Request" fields={body} says="required" />}
      {answer.fields.length > 0 ? (
        <FieldTable caption="Response" fields={answer.fields} says="optional" />
      ) : (
        <p>
          Response: {answer.kind}, as {answer.mediaType}
        </p>
      )}
      <p>
        Refused with {refusals.join(', ')}: <PageLink to="/docs/api#refusals">what they mean</PageLink>
      </p>
      <DocsCode text={curl} />
      <TryCall call={call} token={token} onToken={onToken} />
    </section>
  )
}
