import { fork } from 'node:child_process'
import { once } from 'node:events'
import { printMachine } from '../deploy/report'
import { measureSize, type SizeFigures } from './measure-size'

/** `npm run bench scale`: what a controller takes for as many environments as the chart's sizes are for, each in a process of its own. */
const sizes = [30, 100, 300]

const given = process.argv[2]
if (given !== undefined) await measureSize(Number(given))
else {
  printMachine()
  console.log(
    'Five environments to an account, each ten processes on its instances behind one load balancer; the simulated cloud counts as ours.\n',
  )
  const measured: SizeFigures[] = []
  for (const size of sizes) {
    const child = fork(import.meta.filename, [String(size)])
    child.on('message', (figures: SizeFigures) => measured.push(figures))
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) process.exit(code ?? 1)
  }
  const [few, many] = [measured.at(0), measured.at(-1)]
  if (few && many) {
    const slope = (many.milliseconds - few.milliseconds) / (many.size - few.size)
    console.log(
      `\nEach more environment takes ${slope.toFixed(0)} ms a minute, ${((slope / 60_000) * 100).toFixed(2)} cores a hundred.`,
    )
  }
}
