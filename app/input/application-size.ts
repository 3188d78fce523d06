import { applicationLimits } from '../../core/application/application-limits'
import { checkGiven, given } from './check-all'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'
import { notSuch, readNumber, type WantedNumber } from './typed-number'
import type { Told } from '../../core/messages/declare-messages'

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

const cores: WantedNumber = {
  field: 'cpuCount',
  told: messages.fieldWrong,
  rule: 'CPU count must be a number such as 0.25',
  isWhole: false,
  units: { m: 0.001, core: 1, cores: 1, cpu: 1, cpus: 1, vcpu: 1, vcpus: 1 },
}

const megabytes: WantedNumber = {
  field: 'memoryMb',
  told: messages.fieldWrong,
  rule: 'Memory MB must be a whole number',
  isWhole: true,
  // A fraction is one of a gigabyte.
  units: {
    '': 1_000,
    mb: 1,
    m: 1,
    mib: 1.048576,
    mi: 1.048576,
    gb: 1_000,
    g: 1_000,
    gib: 1_073.741824,
    gi: 1_073.741824,
  },
}

const processes: WantedNumber = {
  field: 'numProcesses',
  told: messages.fieldWrong,
  rule: 'Number of processes must be a whole number',
  isWhole: true,
  units: { '': 1, process: 1, processes: 1 },
}

const spotPercentage: WantedNumber = {
  field: 'maxSpotPercentage',
  told: messages.fieldWrong,
  rule: 'The Spot percentage must be a whole number from 0 to 100',
  isWhole: true,
  units: { '%': 1, percent: 1 },
}

/** Postgres keeps no more digits. */
const finest = 1_000

function requireCpuCount(value: string | number): number {
  const typed = readNumber(value, cores) ?? 0
  if (!(typed > 0)) throw refuse('cpuCount', messages.sizeMissing)
  if (typed > applicationLimits.cpuCount)
    throw refuse('cpuCount', messages.fieldWrong(`CPU count must be at most ${applicationLimits.cpuCount}.`))
  const cpuCount = Math.round(typed * finest) / finest
  // What programs calculate is off by less.
  if (Math.abs(cpuCount - typed) > 1e-9)
    throw notSuch(value, { ...cores, rule: 'CPU count must have at most three digits behind the point' })
  return cpuCount
}

function requireMemory(value: string | number): number {
  const memoryMb = readNumber(value, megabytes) ?? 0
  if (!(memoryMb > 0)) throw refuse('memoryMb', messages.sizeMissing)
  if (memoryMb > applicationLimits.memoryMb)
    throw refuse('memoryMb', messages.fieldWrong(`Memory MB must be at most ${applicationLimits.memoryMb}.`))
  return memoryMb
}

function requireProcessCount(value: string | number): number {
  const numProcesses = readNumber(value, { ...processes, rule: `Default n${processes.rule.slice(1)}` }) ?? 0
  if (!(numProcesses > 0)) throw refuse('numProcesses', messages.processCountMissing)
  return atMostLimit(numProcesses)
}

/** The number of processes that an environment is to run instead of the default; none is allowed. */
export function requireProcessOverride(value: string | number): number {
  const wanted = { ...processes, rule: `${processes.rule} and at least 0` }
  const numProcesses = readNumber(value, wanted) ?? -1
  if (numProcesses < 0) throw notSuch(value, wanted)
  return atMostLimit(numProcesses)
}

export function requireSpotPercentage(value: string | number): number {
  const percentage = readNumber(value, spotPercentage) ?? -1
  if (percentage < 0 || percentage > 100) throw notSuch(value, spotPercentage)
  return percentage
}

function atMostLimit(numProcesses: number): number {
  if (numProcesses > applicationLimits.numProcesses) {
    throw refuse('numProcesses', `Number of processes must be at most ${applicationLimits.numProcesses}.`)
  }
  return numProcesses
}

const refuse = (field: string, message: Told) => invalid(message, { [field]: message })
