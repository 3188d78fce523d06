/** Waits for all, also when one fails, then throws the first failure: what the others did must be recorded. */
export async function allDone(work: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
