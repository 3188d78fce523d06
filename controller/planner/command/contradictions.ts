/** An entry of a list whose fields may be anything. */
type Entry = Record<string, unknown>

/**
 * Faults between entries: what is listed twice, halves of what belongs together, and instances of the fleet whose price or size nobody knows. Looks at input of any shape, so
 * that these are told together with faults of single fields.
 */
export function contradictionsIn(input: unknown): string[] {
  const applications = entriesOf(input, 'applications')
  const offerings = entriesOf(input, 'offerings')
  const fleet = entriesOf(input, 'fleet')
  const pools = new Set(offerings.map(poolOf))
  const types = new Set(offerings.map(({ instanceType }) => instanceType))
  const unknown = fleet.flatMap((instance, index) => [
    ...(!pools.has(poolOf(instance)) && instance.pricePerHour === undefined
      ? [`fleet[${index}].pricePerHour: ${poolOf(instance)} is not offered, so its price is needed.`]
      : []),
    ...['vcpu', 'memoryMib'].flatMap((size) =>
      !types.has(instance.instanceType) && instance[size] === undefined
        ? [`fleet[${index}].${size}: ${String(instance.instanceType)} is not offered, so its size is needed.`]
        : [],
    ),
  ])
  return [
    ...repetitions(applications, 'applications', ({ name }) => name),
    ...repetitions(offerings, 'offerings', poolOf),
    ...repetitions(fleet, 'fleet', ({ id }) => id),
    ...unknown,
    ...applications.flatMap(({ cpu, cpuUsed }, index) =>
      typeof cpu === 'number' && typeof cpuUsed === 'number' && cpuUsed > cpu
        ? [`applications[${index}].cpuUsed: ${cpuUsed} is more than its ${cpu} cores.`]
        : [],
    ),
    ...baselineFaults(offerings, 'offerings'),
    ...baselineFaults(fleet, 'fleet'),
  ]
}

/** A surplus is told by both where it begins and what it costs. */
const baselineFaults = (entries: Entry[], list: string): string[] =>
  entries.flatMap(({ vcpu, baselineVcpu, surplusPerVcpuHour }, index) => [
    ...(baselineVcpu === undefined && surplusPerVcpuHour !== undefined
      ? [`${list}[${index}].baselineVcpu: surplusPerVcpuHour is charged beyond it, so it is needed.`]
      : []),
    ...(surplusPerVcpuHour === undefined && baselineVcpu !== undefined
      ? [`${list}[${index}].surplusPerVcpuHour: cores beyond baselineVcpu cost something, so it is needed.`]
      : []),
    ...(typeof baselineVcpu === 'number' && typeof vcpu === 'number' && baselineVcpu > vcpu
      ? [`${list}[${index}].baselineVcpu: ${baselineVcpu} is more than its ${vcpu} cores.`]
      : []),
  ])

function entriesOf(input: unknown, list: string): Entry[] {
  const entries: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, list) : undefined
  if (!Array.isArray(entries)) return []
  return entries.map((entry: unknown) => (typeof entry === 'object' && entry !== null ? { ...entry } : {}))
}

const poolOf = ({ instanceType, zone, market }: Entry) => [instanceType, zone, market].map(String).join(' ')

function repetitions(entries: Entry[], list: string, keyOf: (entry: Entry) => unknown): string[] {
  const seen = new Set<unknown>()
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry)
    const isRepeated = key !== undefined && seen.has(key)
    seen.add(key)
    return isRepeated ? [`${list}[${index}]: ${String(key)} is listed twice.`] : []
  })
}
