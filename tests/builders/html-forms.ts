import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface HtmlForm {
  /** As its hidden field `form` says. */
  name: string
  method: string
  action: string | undefined
  hidden: Record<string, string>
  /** Names of what somebody can type into, choose or tick. */
  controls: string[]
  /** How many characters may be typed into those that say so, by name. */
  longest: Record<string, number>
  html: string
}

// As for somebody without scripts, who sees what is in <noscript>.
const options = { scriptingEnabled: false, sourceCodeLocationInfo: true }

/** Every form of a page. */
export const readForms = (html: string): HtmlForm[] =>
  elementsIn(parse(html, options), 'form').map((form) => {
    const fields = elementsIn(form, 'input', 'textarea', 'select')
    const isHidden = (field: Element) => attribute(field, 'type') === 'hidden'
    const hidden = Object.fromEntries(
      fields
        .filter(isHidden)
        .map((field) => [attribute(field, 'name') ?? '', attribute(field, 'value') ?? '']),
    )
    const longest = fields.flatMap((field) => {
      const [name, characters] = [attribute(field, 'name'), Number(attribute(field, 'data-longest'))]
      return name !== undefined && characters > 0 ? [[name, characters] as const] : []
    })
    const place = form.sourceCodeLocation
    return {
      name: hidden['form'] ?? '',
      method: attribute(form, 'method') ?? 'get',
      action: attribute(form, 'action'),
      hidden,
      controls: fields.filter((field) => !isHidden(field)).flatMap((field) => attribute(field, 'name') ?? []),
      longest: Object.fromEntries(longest),
      html: html.slice(place?.startOffset, place?.endOffset),
    }
  })

/** The text that the control `name` of a form shows; undefined for none, and for what is ticked or chosen. */
export function shownValue({ html }: HtmlForm, name: string): string | undefined {
  const controls = elementsIn(parseFragment(html, options), 'input', 'textarea')
  const control = controls.find((candidate) => attribute(candidate, 'name') === name)
  if (!control || /checkbox|radio/.test(attribute(control, 'type') ?? '')) return undefined
  return control.tagName === 'textarea' ? textOf(control) : (attribute(control, 'value') ?? '')
}

/** Those of these names, in their order. */
function elementsIn(node: Node, ...names: string[]): Element[] {
  if (!('childNodes' in node)) return []
  return node.childNodes.flatMap((child) => [
    ...('tagName' in child && names.includes(child.tagName) ? [child] : []),
    ...elementsIn(child, ...names),
  ])
}

const attribute = ({ attrs }: Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('')
