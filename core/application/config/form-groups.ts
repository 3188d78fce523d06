import { configEntries, type ConfigFieldName } from './fields'

/** Rows of the form that stand together. */
export interface FormGroup {
  /** Of a group that is folded away while all of it is as by default; absent from what everybody fills in. */
  summary?: string
  rows: ConfigFieldName[][]
}

/** The form, from above; fields that are named in no row stand in the group for the few who need them. */
export const formGroups: FormGroup[] = withTheOthers([
  { rows: [['image'], ['cpu', 'memoryMb'], ['count'], ['ports']] },
  { summary: 'Variables and secrets', rows: [['environmentVariables', 'secrets']] },
  {
    summary: 'More: scaling, schedule, registry login, Spot and roles',
    rows: [
      ['maxProcesses'],
      ['targetCpu', 'targetMemory'],
      ['targetRequests'],
      ['schedule'],
      ['registryCredentials'],
      ['maxSpotPercentage'],
      ['roles'],
    ],
  },
  {
    summary: 'Advanced: health check, container and warnings',
    rows: [['healthCheck', 'container', 'warnings']],
  },
])

/** All rows of it. */
export const formRows: ConfigFieldName[][] = formGroups.flatMap(({ rows }) => rows)

function withTheOthers(groups: FormGroup[]): FormGroup[] {
  const named = new Set(groups.flatMap(({ rows }) => rows.flat()))
  const others = configEntries.flatMap(([name]) => (named.has(name) ? [] : [[name]]))
  return groups.map((group) =>
    group.summary?.startsWith('More') ? { ...group, rows: [...group.rows, ...others] } : group,
  )
}
