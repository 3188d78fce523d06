import type { Request } from 'express'
import { isSecretField } from '../../core/secret-field'
import { escapeHtml } from '../mail/escape-html'

/** The fields of a form that somebody sent; undefined when the request is none. */
export function sentFields(request: Request): URLSearchParams | undefined {
  if (request.method !== 'POST' || !request.is('application/x-www-form-urlencoded')) return undefined
  return Buffer.isBuffer(request.body) ? new URLSearchParams(request.body.toString('utf8')) : undefined
}

/**
 * A button that sends a form again as it was typed, for a page on which the form itself cannot be shown. It carries no secret:
 * whoever typed one is asked for it again, with everything else still there. The tokens are those of the form, so that it can
 * do no more than the form could.
 */
export function tryAgainForm(request: Request): string {
  const fields = sentFields(request)
  if (!fields) return ''
  const inputs = [...fields]
    .filter(([name]) => !isSecretField(name))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  return `<form method="post" action="${escapeHtml(request.originalUrl)}">
${inputs.join('\n')}
<p>What you typed is not lost${inputs.length < [...fields].length ? ', except for passwords and codes' : ''}.</p>
<p><button>Try again</button></p>
</form>`
}
