import type { Caller } from '../api/wire'
import { safeLine } from '../safe-text'
import type { Run } from './command'

/** Prints who is logged in, and to which portal. */
export async function whoami(run: Run): Promise<void> {
  const caller = await run.client.get<Caller>('/v1/account/caller')
  run.print({ url: run.client.url, ...caller }, ({ url, kind, name, email, isAdmin }) =>
    kind === 'human'
      ? `${safeLine(name)} <${email}>${isAdmin ? ', an admin,' : ''} at ${url}`
      : `The integration user ${safeLine(name)} at ${url}`,
  )
}
