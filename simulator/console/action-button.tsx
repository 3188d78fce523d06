interface ActionButtonProps {
  accountNumber: string
  /** A key of `consoleActions`. */
  action: string
  label: string
  /** Subject of the button, where many have the same label; for screen readers. */
  about?: string
  fields?: Record<string, string>
  tone?: 'danger' | 'primary'
}

/** A button that does one thing to an account. */
export function ActionButton({ accountNumber, action, label, about, fields = {}, tone }: ActionButtonProps) {
  return (
    <form method="post" action={`/dev/aws/${accountNumber}/${action}`} className="inline">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={`button ${tone ? `button-${tone}` : ''}`}>
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </button>
    </form>
  )
}
