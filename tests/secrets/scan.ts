import { scanLogs } from './scan-logs'

/** The suite `secrets`: nothing that the suites named on the command line logged into the folder before them is a secret. */
const [folder = '', ...suites] = process.argv.slice(2)
const { leaks, missing, lines, secrets } = await scanLogs(folder, suites)
for (const { file, line, kind } of leaks.slice(0, 50))
  console.error(`A ${kind} stands in ${folder}/${file}, line ${line}.`)
if (leaks.length > 50) console.error(`… and ${leaks.length - 50} more.`)
for (const complaint of missing) console.error(complaint)
console.log(`${secrets} secrets were looked for in ${lines} lines of logs.`)
process.exit(leaks.length + missing.length > 0 ? 1 : 0)
