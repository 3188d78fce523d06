import { Gauge, type Registry } from 'prom-client'

/** Things that environments which are no more left in accounts, as counted at the last look. @returns who is told of each account's */
export function createLeftoverMetrics(
  registry: Registry,
  isOurs: (account: string) => boolean,
): (account: string, things: number) => void {
  const counts = new Map<string, number>()
  new Gauge({
    name: 'sdo_leftovers',
    help: 'Things in AWS accounts with the tags of environments that are no more, at the last look.',
    registers: [registry],
    collect() {
      this.set([...counts].reduce((sum, [account, count]) => sum + (isOurs(account) ? count : 0), 0))
    },
  })
  return (account, things) => void counts.set(account, things)
}
