import * as z from 'zod/mini'
import { configFields, type NumberField } from '../../core/application/config/fields'
import { numberRule, type ConfigInput } from './configuration'

const { cpu, memoryMb, count, maxSpotPercentage } = configFields
const sizeFields: NumberField[] = [cpu, memoryMb, count, maxSpotPercentage]

/** The size of one process of an application, and how many there are by default. Numbers, or as typed. */
export type ApplicationSizeInput = Pick<
  ConfigInput,
  'cpuCount' | 'memoryMb' | 'numProcesses' | 'maxSpotPercentage'
>
/** Cores are to a thousandth. */
type ApplicationSize = { [Field in keyof ApplicationSizeInput]: number }

/** What is left out stays so. */
export const applicationSizeRule = z.object(
  Object.fromEntries(sizeFields.map((field) => [field.wire, z.optional(numberRule(field))])),
) as unknown as z.ZodMiniType<ApplicationSize, ApplicationSizeInput>

/** The number of processes that an environment is to run instead of the default; none is allowed. */
export const processOverrideRule = numberRule({ ...count, ...count.override })
