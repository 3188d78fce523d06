import { invalid } from './errors'
import { messages } from './messages'

/** What one process of an application needs, and how many there are by default. Numbers or what was typed. */
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
  maxSpotPercentage: number
}

const limits = { cpuCount: 1_000, memoryMb: 100_000_000, numProcesses: 10_000 }

/** @throws DomainError `invalid` with the first fault */
export function requireApplicationSize(input: ApplicationSizeInput): ApplicationSize {
  const cpuCount = Math.round(decimalOf(input.cpuCount) * 1_000) / 1_000
  const memoryMb = wholeOf(input.memoryMb)
  if (!(cpuCount > 0)) throw refuse('cpuCount', messages.sizeMissing)
  if (!(memoryMb > 0)) throw refuse('memoryMb', messages.sizeMissing)
  const numProcesses = wholeOf(input.numProcesses)
  if (!(numProcesses > 0)) throw refuse('numProcesses', messages.processCountMissing)
  if (cpuCount > limits.cpuCount) throw refuse('cpuCount', `CPU count must be at most ${limits.cpuCount}.`)
  if (memoryMb > limits.memoryMb) throw refuse('memoryMb', `Memory MB must be at most ${limits.memoryMb}.`)
  return {
    cpuCount,
    memoryMb,
    numProcesses: atMostLimit(numProcesses),
    maxSpotPercentage: requireSpotPercentage(input.maxSpotPercentage ?? 100),
  }
}

/** How many processes an environment is to run instead of the default; none is allowed. */
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
  if (numProcesses > limits.numProcesses) {
    throw refuse('numProcesses', `Number of processes must be at most ${limits.numProcesses}.`)
  }
  return numProcesses
}

const refuse = (field: string, message: string) => invalid(message, { [field]: message })

/** NaN for anything but digits with at most one decimal point. */
const decimalOf = (value: string | number): number => {
  const text = String(value).trim()
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

const wholeOf = (value: string | number): number => {
  const text = String(value).trim()
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
