/** Runs `work`, saying before what it does and after it how long that took. */
export async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const startedAt = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const result = await work()
    console.log(`done in ${secondsSince(startedAt)} s`)
    return result
  } catch (error) {
    console.log('failed')
    throw error
  }
}

/** `startedAt` as of `performance.now()`. */
export const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1)
