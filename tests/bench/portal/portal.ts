import { Shutdown } from '../../../standalone/shutdown'
import { printMachine } from '../deploy/report'
import { totals } from './fill-teams'
import { measureLists } from './measure-lists'
import { measureLoginStorm } from './measure-login-storm'
import { canPin, pinGenerator, productionNodeVersion } from './server-process'
import { startSite } from './site'
import { callsOf, pages } from './targets'

/** `portal.ts [NAME…]` measures only what has one of the names in its own. */
const wanted = process.argv.slice(2)
const isWanted = ({ name }: { name: string }) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part))

console.log(
  'Benchmark portal: lists of the portal and of /v1 against a bare Remix app with the same markup and queries.',
)
printMachine()
const shutdown = new Shutdown()
const starting = startSite(shutdown)
const stop = () =>
  shutdown.run(starting, (name, error) => console.error(`The ${name} did not end well:`, error))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stop().then(() => process.exit(130)))
try {
  const { team, ...site } = await starting
  pinGenerator()
  console.log(
    `${totals.teams} teams with ${totals.applications} applications, ${totals.environments} environments, ${totals.users} people and ` +
      `${totals.auditEntries} audit entries. Servers on Node ${productionNodeVersion}.${canPin ? ' Server on one core, load generator on the other.' : ''}`,
  )
  const measuring = { ...site, connections: 10, rounds: 5 }
  // The system tells of processor time in steps of 10 ms, of which a turn has to last many.
  const turns = { calls: { requestsPerTurn: 400 }, pages: { requestsPerTurn: 100 } }
  await measureLists('Reads of /v1', callsOf(team).filter(isWanted), { ...measuring, ...turns.calls })
  await measureLists('Pages', pages.filter(isWanted), { ...measuring, ...turns.pages })
  if (isWanted({ name: 'login-storm' }))
    await measureLoginStorm({
      ...site,
      emails: team.emails.slice(1),
      path: '/portal/environments',
      logins: 16,
      secondsAlone: 4,
      seconds: 10,
    })
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stop()
}
process.exit()
