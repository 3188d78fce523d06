import { Link } from '@remix-run/react'
import { Notice } from './notice'

/** Why something of a protected environment is not changed at once, or not by the reader. */
export const ProtectedNote = ({ children }: { children: string }) => (
  <Notice tone="info">
    {`This environment is protected. ${children} `}
    <Link className="link" to="/docs/deployments#approval">
      About protection
    </Link>
  </Notice>
)

/** Of what waits as deployments do. */
export const waitsHere = 'Changes wait until another admin approves them.'
/** Of what admins alone may do there. */
export const adminsOnlyHere = 'Only an admin can change this.'
/** Of what is refused there. */
export const refusedHere = 'Two admins have to take the protection off first, under Settings.'
