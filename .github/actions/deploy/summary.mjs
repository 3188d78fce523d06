import { describe } from './wait.mjs'

/** What became of a deployment, in Markdown: address, cost and difference. Values of variables are not in it, for many may read it. */
export function summarize({ first, last }) {
  const rows = last.changes.map(
    ({ applicationName, type, versionName, previousVersionName, facts }) =>
      `| ${[applicationName, type, previousVersionName ?? '', versionName ?? '', facts.join(', ')].map(cell).join(' | ')} |`,
  )
  return [
    `### ${text(last.environmentName)}: ${text(describe(last))}`,
    '',
    ...last.urls.map((url) => `- <${new URL(url).href}>`),
    `- ${costOf(first, last)}`,
    `- [Deployment ${last.sequence}](${last.page})`,
    ...(rows.length > 0
      ? ['', '| application | change | before | after | also differs |', '| - | - | - | - | - |', ...rows]
      : []),
  ].join('\n')
}

function costOf(first, last) {
  const now = `${dollars(last.costPerHour)} an hour before traffic and logs`
  const more = last.costPerHour - first.costPerHour
  if (!last.isOver || Math.abs(more) < 0.0001) return now
  return `${now}, ${dollars(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than before`
}

const dollars = (amount) => `$${amount.toFixed(4)}`

/** On one line, with nothing in it that Markdown or HTML would act on. Names that people chose stand here. */
const text = (value) =>
  String(value)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]@#]/g, (sign) => `&#${sign.codePointAt(0)};`)

const cell = (value) => text(value).replaceAll('|', '&#124;')
