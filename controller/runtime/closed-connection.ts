/** Whether the other side closed the connection before it answered: on a kept one that may have been long before it was asked. */
export function isClosedConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up|premature close/i.test(error.message)
}
