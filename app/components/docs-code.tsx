import { CopyButton } from './copy-button'

/** Code of the documentation; where scripts run it can be copied. */
export function DocsCode({ text }: { text: string }) {
  return (
    <div className="panel my-4 flex items-start gap-2 px-3 py-2.5">
      <pre className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} className="text-portal print:hidden" />
    </div>
  )
}
