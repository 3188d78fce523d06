import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { connection } from './components/connection'
import { guardFetch } from './components/guard-fetch'

connection.show(Date.now())
window.fetch = guardFetch({
  connection,
  fetch: window.fetch.bind(window),
  here: () => location.href,
  now: Date.now,
  network: window,
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
