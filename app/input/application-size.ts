import { configFields, type NumberField } from '../../core/application/config/fields'
import { checkEach } from './check-all'
import { requireNumber, type ConfigInput } from './configuration'

const { cpu, memoryMb, count, maxSpotPercentage } = configFields
const sizeFields: NumberField[] = [cpu, memoryMb, count, maxSpotPercentage]

/** The size of one process of an application, and how many there are by default. Numbers, or as typed. */
export type ApplicationSizeInput = Pick<
  ConfigInput,
  'cpuCount' | 'memoryMb' | 'numProcesses' | 'maxSpotPercentage'
>
/** Cores are to a thousandth. */
type ApplicationSize = { [Field in keyof ApplicationSizeInput]: number }

/** @throws DomainError `invalid` with every fault at its field */
export function requireApplicationSize(input: ApplicationSizeInput): ApplicationSize {
  const given = sizeFields.flatMap((field) => {
    const sent = input[field.wire as keyof ApplicationSizeInput]
    return sent === undefined ? [] : [{ field, sent }]
  })
  const sizes = checkEach(given, ({ field, sent }) => [field.wire, requireNumber(field, sent)] as const)
  // Whatever was given has a result.
  return Object.fromEntries(sizes) as unknown as ApplicationSize
}

/** The number of processes that an environment is to run instead of the default; none is allowed. */
export const requireProcessOverride = (value: string | number): number =>
  requireNumber({ ...count, ...count.override }, value)
