import { describe, expect, it } from 'vitest'
import { buildLargeStatus } from '../../tests/builders/large-status'
import { isOf } from './shortened'
import { boundStatus, largestStatusBytes, mostProcesses } from './bound-status'

const bytesOf = (status: object) => Buffer.byteLength(JSON.stringify(status))

describe('boundStatus', () => {
  it('leaves the status of 2,000 processes as it is: it takes three quarters of what etcd keeps', () => {
    const status = buildLargeStatus(2_000)
    expect(bytesOf(status) / 1_572_864).toBeLessThan(0.75)
    expect(boundStatus(status)).toEqual(status)
  })

  it('fits in as many processes as there may be, each with a long text of what is wrong, and keeps all that is decided by', () => {
    const status = buildLargeStatus(mostProcesses.replaced, { message: 'Not healthy. '.repeat(40) })
    const bounded = boundStatus(status)
    expect(bytesOf(status)).toBeGreaterThan(1_572_864)
    expect(bytesOf(bounded)).toBeLessThanOrEqual(largestStatusBytes)
    const decisive = ({
      message: _message,
      healthMilliseconds: _answered,
      ...process
    }: (typeof status.processes)[number]) => process
    expect(bounded.processes.map(decisive)).toEqual(status.processes.map(decisive))
    expect(bounded.events.at(-1)).toEqual(status.events.at(-1))
  })

  it('lets it be known of each text which it was, and of each instance that its boot was told of', () => {
    const message = 'Not healthy. '.repeat(40)
    const outputFault = 'Refused. '.repeat(40)
    const bounded = boundStatus(buildLargeStatus(mostProcesses.replaced, { message, outputFault }))
    for (const applicationId of new Set(bounded.processes.map((one) => one.applicationId))) {
      const own = bounded.processes.filter((one) => one.applicationId === applicationId)
      expect(own.some((one) => isOf(one.message, message))).toBe(true)
      expect(own.some((one) => isOf(one.outputFault, outputFault))).toBe(true)
    }
    expect(bounded.instances.every(({ boot }) => boot)).toBe(true)
    expect(bytesOf(bounded)).toBeLessThanOrEqual(largestStatusBytes)
    expect(boundStatus(bounded)).toEqual(bounded)
  })

  it('cuts texts no shorter than it must', () => {
    const status = buildLargeStatus(2_000, { message: 'Not healthy. '.repeat(40) })
    expect(boundStatus(status).processes[0]?.message).toHaveLength(100)
  })
})
