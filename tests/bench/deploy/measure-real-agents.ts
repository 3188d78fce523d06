import { resolve } from 'node:path'
import { createProcessBooter } from '../../../simulator/process-booter'
import { instantTimings } from '../../builders/instant-timings'
import { Customer } from './customer'
import { printMilliseconds } from './report'
import { startSite } from './site'

/** The same with agents and applications that are processes of this machine, whose start takes what it takes. */
export async function measureRealAgents(changes: number): Promise<void> {
  const site = await startSite({
    timings: instantTimings,
    createBooter: (folder) => createProcessBooter({ folder, agentPath: resolve('build/agent.js') }),
  })
  try {
    const customer = await Customer.register(site, 1)
    const deploy = async (version: string) => {
      const { from } = await customer.send(version)
      const milliseconds = (await customer.live()) - from
      await customer.settle()
      return milliseconds
    }
    const first = await deploy('1')
    const later: number[] = []
    for (let change = 1; change <= changes; change++) later.push(await deploy(change % 2 === 1 ? '2' : '1'))
    printMilliseconds('With agents and sdo/sample as processes: total', {
      'first deployment': [first],
      [`${changes} version changes`]: later,
    })
  } finally {
    await site.stop()
  }
}
