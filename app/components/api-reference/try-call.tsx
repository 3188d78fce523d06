import { useEffect, useState, type FormEvent } from 'react'
import type { ApiCall } from '../../content/api-reference/api-reference'
import { PageLink } from '../page-link'
import { useShell } from '../use-shell'
import { sendCall, type CallAnswer } from './send-call'

interface TryCallProps {
  call: ApiCall
  token: string
  onToken(token: string): void
}

/** Makes a call from the page with a token that was pasted into it. Where no scripts run there is nothing to try. */
export function TryCall(props: TryCallProps) {
  const [runsScripts, setRunsScripts] = useState(false)
  useEffect(() => setRunsScripts(true), [])
  if (!runsScripts) return null
  return (
    <details className="panel mt-4 text-portal print:hidden">
      <summary className="px-3 py-2 font-medium">
        Try it<span className="sr-only"> {`${props.call.method} ${props.call.path}`}</span>
      </summary>
      <TryForm {...props} />
    </details>
  )
}

function TryForm({ call, token, onToken }: TryCallProps) {
  const { id, method, parameters, example, needsToken, isRead } = call
  // A write needs its token: nothing happens in the team by a click on a page that one reads.
  const hasLogin = useShell().isSignedIn === true && isRead && needsToken
  const [answer, setAnswer] = useState<CallAnswer>()
  const [isSending, setIsSending] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => String(typed.get(name) ?? '')
    setIsSending(true)
    setAnswer(
      await sendCall({
        call,
        token: needsToken ? token : '',
        isByLogin: hasLogin && token === '',
        values: Object.fromEntries(parameters.map(({ name }) => [name, textOf(`parameter-${name}`)])),
        body: textOf('body'),
      }),
    )
    setIsSending(false)
  }
  return (
    <form className="space-y-3 px-3 pb-3" onSubmit={(event) => void send(event)}>
      {needsToken && (
        <div>
          <label htmlFor={`${id}-token`}>
            Token, <PageLink to="/docs/api#log-in">that logging in gave</PageLink>
            {hasLogin && ' (leave empty to use your login in this browser)'}
          </label>
          <input
            id={`${id}-token`}
            className="input mt-1"
            type="password"
            autoComplete="off"
            value={token}
            onChange={({ currentTarget }) => onToken(currentTarget.value)}
            required={!hasLogin}
          />
        </div>
      )}
      {parameters.map(({ name, isRequired }) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{name}</label>
          <input
            id={`${id}-${name}`}
            className="input mt-1"
            name={`parameter-${name}`}
            required={isRequired}
          />
        </div>
      ))}
      {example !== undefined && (
        <div>
          <label htmlFor={`${id}-body`}>Request</label>
          <textarea
            id={`${id}-body`}
            className="input mt-1 font-mono"
            name="body"
            rows={example.split('\n').length + 1}
            defaultValue={example}
            spellCheck={false}
          />
        </div>
      )}
      <button className="button button-primary" disabled={isSending}>
        Send
      </button>
      {method !== 'GET' && <p className="text-muted">This really happens, in your team.</p>}
      <div role="status">
        {answer && (
          <>
            <p className="font-medium">{answer.summary}</p>
            <pre className="mt-1 max-h-96 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
              {answer.text}
            </pre>
          </>
        )}
      </div>
    </form>
  )
}
