const pollMs = 25

/**
 * The first answer of `look` that is neither undefined, null nor false. For what another process does in real time;
 * where a clock or an event can be had, use that.
 * @throws after `withinMs`, naming `what`
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 10_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== null && seen !== false) return seen as NonNullable<Exclude<T, false>>
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
