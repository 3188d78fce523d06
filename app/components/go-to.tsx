import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useFetcher, useLocation, useNavigate } from '@remix-run/react'
import { PageLink } from './page-link'
import { useInBrowser } from './use-in-browser'

/** A page that the palette offers. */
export interface Destination {
  to: string
  label: string
  kind: string
}

/** After how long without a key what was typed is looked for. */
const pauseMilliseconds = 120

/** Opens any page of the portal by its name, with Ctrl+K. Needs scripts: without, there is nothing but the room for it. */
export function GoTo() {
  const isThere = useInBrowser()
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const open = useCallback(() => {
    // A browser tells only later that Escape has closed it: what counts is how it is.
    if (!dialog.current || dialog.current.open) return
    dialog.current.showModal()
    setIsOpen(true)
  }, [])
  useEffect(() => {
    const openByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [open])
  useEffect(() => setIsOpen(false), [key])
  useEffect(() => {
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className={`button hidden py-1 font-normal text-muted md:inline-flex ${isThere ? '' : 'invisible'}`}
        aria-keyshortcuts="Control+K"
        onClick={open}
      >
        Go to…
        <kbd className="font-mono text-[0.85em]">Ctrl K</kbd>
      </button>
      {isThere && (
        <dialog
          ref={dialog}
          aria-label="Go to"
          onClose={({ currentTarget }) => setIsOpen(currentTarget.open)}
          className="panel mt-[12vh] w-[30rem] max-w-[calc(100vw-2rem)] p-2 text-ink shadow-lg backdrop:bg-black/40"
        >
          {isOpen && <Destinations />}
        </dialog>
      )}
    </>
  )
}

function Destinations() {
  const { load, data, state } = useFetcher<Destination[]>()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const isFirst = useRef(true)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const find = () => load(`/portal/go-to?q=${encodeURIComponent(typed)}`)
    const timer = setTimeout(find, isFirst.current ? 0 : pauseMilliseconds)
    isFirst.current = false
    return () => clearTimeout(timer)
  }, [load, typed])
  // What a failed page answers is no list.
  const found = Array.isArray(data) ? data : []
  return (
    <div onKeyDown={moveByArrows}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (found[0] && state === 'idle') navigate(found[0].to)
        }}
      >
        <input
          ref={input}
          type="search"
          className="input"
          aria-label="Name of a page, an environment or an application"
          placeholder="Go to…"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <p className="sr-only" role="status">
        {data !== undefined && `${found.length} ${found.length === 1 ? 'place' : 'places'}`}
      </p>
      <ul className="mt-2 max-h-[50vh] overflow-y-auto">
        {found.map(({ to, label, kind }) => (
          <li key={to}>
            <PageLink
              to={to}
              className="flex justify-between gap-3 rounded px-3 py-1.5 hover:bg-line/60 focus:bg-line/60"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
              <span className="text-muted">{kind}</span>
            </PageLink>
          </li>
        ))}
      </ul>
      {found.length === 0 && data !== undefined && (
        <p className="px-3 py-2 text-muted">Nothing is called so.</p>
      )}
    </div>
  )
}

/** Arrow keys go from the input through the list and back. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  event.preventDefault()
  stops[Math.min(Math.max(here + step, 0), stops.length - 1)]?.focus()
}
