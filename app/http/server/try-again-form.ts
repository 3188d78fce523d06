import type { Request } from 'express'
import { isSecretField } from '../../input/secret-field'
import { escapeHtml } from '../../mail/escape-html'
import { sentFields } from '../forms/sent-fields'

/**
 * A button that sends a form again as it was typed, for a page on which the form itself cannot be shown. It carries no secret:
 * whoever typed one is asked for it again, with everything else still there. The tokens are those of the form, so that it can
 * do no more than the form could.
 */
export function tryAgainForm(request: Request): string {
  const fields = sentFields(request)
  if (!fields) return ''
  const kept = [...fields].filter(([name]) => !isSecretField(name))
  const inputs = kept.flatMap(([name, values]) =>
    values.map((value) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`),
  )
  return `<form method="post" action="${escapeHtml(request.originalUrl)}">
${inputs.join('\n')}
<p>What you typed is not lost${kept.length < fields.size ? ', except for passwords and codes' : ''}.</p>
<p><button>Try again</button></p>
</form>`
}
