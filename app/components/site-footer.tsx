import { Link } from '@remix-run/react'
import { useShell } from './use-shell'

/** The footer: how to reach us and, where sessions are recorded, that they are. */
export function SiteFooter() {
  const { sessionRecordingUrl } = useShell()
  return (
    <footer className="mt-10 border-t border-line text-portal text-muted">
      <div className="mx-auto flex max-w-content flex-wrap gap-x-6 gap-y-2 px-4 py-5">
        <Link className="link" to="/contact-us">
          Contact us
        </Link>
        <Link className="link" to="/docs/changelog">
          What is new
        </Link>
        {sessionRecordingUrl !== undefined && (
          <p>
            What you do on this website is recorded by a session-recording service. Passwords, codes and
            tokens are masked.
          </p>
        )}
      </div>
    </footer>
  )
}
