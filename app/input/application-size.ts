import { applicationLimits } from '../../core/application/application-limits'
import { checkGiven, given } from './check-all'
import { invalid } from '../../core/errors'
import { longest } from '../../core/text/longest'
import { messages } from '../messages/messages'

/** The size of one process of an application, and how many there are by default. Numbers, or as typed. */
export interface ApplicationSizeInput {
  cpuCount: string | number
  memoryMb: string | number
  numProcesses: string | number
  maxSpotPercentage?: string | number
}

export interface ApplicationSize {
  /** Cores, to a thousandth. */
  cpuCount: number
  memoryMb: number
  numProcesses: number
  /** Absent where nothing was said. */
  maxSpotPercentage?: number
}

/** What of a size was given. @throws DomainError `invalid` with every fault at its field */
export const requireGivenSize = (input: Partial<ApplicationSizeInput>): Partial<ApplicationSize> =>
  checkGiven<ApplicationSize>({
    cpuCount: given(input.cpuCount, requireCpuCount),
    memoryMb: given(input.memoryMb, requireMemory),
    numProcesses: given(input.numProcesses, requireProcessCount),
    maxSpotPercentage: given(input.maxSpotPercentage, requireSpotPercentage),
  })

/** @throws DomainError `invalid` with every fault at its field */
export const requireApplicationSize = (input: ApplicationSizeInput): ApplicationSize =>
  // Whatever was given has a result.
  requireGivenSize(input) as ApplicationSize

function requireCpuCount(value: string | number): number {
  const cpuCount = Math.round(decimalOf(value) * 1_000) / 1_000
  if (!(cpuCount > 0)) throw refuse('cpuCount', messages.sizeMissing)
  if (cpuCount > applicationLimits.cpuCount)
    throw refuse('cpuCount', `CPU count must be at most ${applicationLimits.cpuCount}.`)
  return cpuCount
}

function requireMemory(value: string | number): number {
  const memoryMb = wholeOf(value)
  if (!(memoryMb > 0)) throw refuse('memoryMb', messages.sizeMissing)
  if (memoryMb > applicationLimits.memoryMb)
    throw refuse('memoryMb', `Memory MB must be at most ${applicationLimits.memoryMb}.`)
  return memoryMb
}

function requireProcessCount(value: string | number): number {
  const numProcesses = wholeOf(value)
  if (!(numProcesses > 0)) throw refuse('numProcesses', messages.processCountMissing)
  return atMostLimit(numProcesses)
}

/** The number of processes that an environment is to run instead of the default; none is allowed. */
export function requireProcessOverride(value: string | number): number {
  const numProcesses = wholeOf(value)
  if (!(numProcesses >= 0)) {
    throw refuse('numProcesses', 'Number of processes must be a whole number and at least 0.')
  }
  return atMostLimit(numProcesses)
}

export function requireSpotPercentage(value: string | number): number {
  const percentage = wholeOf(value)
  if (!(percentage >= 0 && percentage <= 100)) {
    throw refuse('maxSpotPercentage', 'The Spot percentage must be a whole number from 0 to 100.')
  }
  return percentage
}

function atMostLimit(numProcesses: number): number {
  if (numProcesses > applicationLimits.numProcesses) {
    throw refuse('numProcesses', `Number of processes must be at most ${applicationLimits.numProcesses}.`)
  }
  return numProcesses
}

const refuse = (field: string, message: string) => invalid(message, { [field]: message })

/** NaN for anything but digits with at most one decimal point. */
const decimalOf = (value: string | number): number => numberOf(value, /^(\d+(\.\d*)?|\.\d+)$/)

const wholeOf = (value: string | number): number => numberOf(value, /^\d+$/)

function numberOf(value: string | number, form: RegExp): number {
  const text = String(value).trim()
  return text.length <= longest.number && form.test(text) ? Number(text) : Number.NaN
}
