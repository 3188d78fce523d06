/** The answer of the sample to GET /: JSON, or a page for a browser. */
export interface Facts {
  application: string
  version: string
  processId: string
  pid: number
  port: number
  uptimeSeconds: number
  injected: Record<string, string>
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

const row = (name: string, value: string | number) =>
  `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(String(value))}</td></tr>`

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
p { margin: .25rem 0 1.5rem; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding: 1rem 0 .25rem; }
th, td { text-align: left; padding: .375rem 1rem .375rem 0; border-top: 1px solid #8884; overflow-wrap: anywhere; }
th { font-weight: 400; width: 16rem; }
`

export function renderPage({ injected, ...facts }: Facts): string {
  const { application, version, processId, pid, port, uptimeSeconds } = facts
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(application)}, version ${escapeHtml(version)}</title><style>${style}</style></head>
<body>
<h1>${escapeHtml(application)}, version ${escapeHtml(version)}</h1>
<p>This is the sample application, deployed by SDO.</p>
<table><caption>This process</caption>
${row('Process', processId)}${row('Operating system process', pid)}${row('Port', port)}${row('Running for', `${uptimeSeconds} s`)}
</table>
<table><caption>Injected by SDO</caption>
${Object.entries(injected)
  .map(([name, value]) => row(name, value))
  .join('')}
</table>
</body>
</html>
`
}
