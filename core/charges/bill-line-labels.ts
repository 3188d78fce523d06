import type { BillLine } from './bill'

/** What people call the lines of a bill. */
export const billLineLabels: Readonly<Record<BillLine, string>> = {
  spot: 'Spot instances',
  onDemand: 'On-demand instances',
  surplusCpu: 'CPU above the baseline',
  addresses: 'Public addresses',
  disks: 'Disks',
  loadBalancers: 'Load balancers',
  capacityUnits: 'Capacity units (LCU)',
  logs: 'Logs',
  notSplit: 'Not split',
}
