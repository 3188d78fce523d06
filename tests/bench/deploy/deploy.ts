import { measureLoss } from './measure-loss'
import { measureOwnTime } from './measure-own-time'
import { measureRealAgents } from './measure-real-agents'
import { printMachine } from './report'

console.log('Benchmark deploy: from the form post to Live.')
printMachine()
try {
  await measureOwnTime(20)
  console.log('  goal: own time under 2000 ms at the median')
  await measureRealAgents(5)
  await measureLoss(10_000)
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
