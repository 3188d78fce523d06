import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const megabytes = () => {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

/**
 * How much more memory than before, in megabytes, was held at most while `work` ran, looked at between turns; garbage does not count.
 *
 * @param enough nothing below it is looked at closely
 */
export async function mostHeld(work: () => Promise<unknown>, enough: number): Promise<number> {
  collectGarbage()
  const before = megabytes()
  let most = 0
  let isOver = false
  const look = () => {
    if (megabytes() - before > Math.max(most, enough)) {
      collectGarbage()
      most = Math.max(most, megabytes() - before)
    }
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work().finally(() => (isOver = true))
  return most
}
