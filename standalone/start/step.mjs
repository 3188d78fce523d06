/** Runs `work`, saying before what it does and after it how long that took. */
export function step(title, work) {
  const startedAt = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const result = work()
    console.log(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return result
  } catch (error) {
    console.log('failed')
    throw error
  }
}
