export interface HtmlForm {
  /** As its hidden field `form` says. */
  name: string
  method: string
  action: string | undefined
  hidden: Record<string, string>
  /** Names of what somebody can type into, choose or tick. */
  controls: string[]
  html: string
}

/** Every form of a page. */
export const readForms = (html: string): HtmlForm[] =>
  (html.match(/<form[\s\S]*?<\/form>/g) ?? []).map((form) => {
    const inputs = form.match(/<(input|textarea|select)\b[^>]*>/g) ?? []
    const hidden = Object.fromEntries(
      inputs
        .filter((tag) => attribute(tag, 'type') === 'hidden')
        .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
    )
    return {
      name: hidden['form'] ?? '',
      method: attribute(form, 'method') ?? 'get',
      action: attribute(form, 'action'),
      hidden,
      controls: inputs
        .filter((tag) => attribute(tag, 'type') !== 'hidden')
        .flatMap((tag) => attribute(tag, 'name') ?? []),
      html: form,
    }
  })

/** The text that the control `name` of a form shows; undefined for none, and for what is ticked or chosen. */
export function shownValue({ html }: HtmlForm, name: string): string | undefined {
  const area = new RegExp(`<textarea[^>]* name="${name}"[^>]*>([\\s\\S]*?)</textarea>`).exec(html)?.[1]
  // The parser leaves out the first line break of a text area.
  if (area !== undefined) return unescape(area.replace(/^\n/, ''))
  const input = html.match(/<input\b[^>]*>/g)?.find((tag) => attribute(tag, 'name') === name)
  if (!input || /checkbox|radio/.test(attribute(input, 'type') ?? '')) return undefined
  return attribute(input, 'value') ?? ''
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`^<[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const unescape = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
