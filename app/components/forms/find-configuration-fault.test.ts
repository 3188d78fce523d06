import { describe, expect, it } from 'vitest'
import { messages } from '../../messages/messages'
import { findConfigurationFault } from './find-configuration-fault'

const right = {
  applicationName: ['shop'],
  dockerBaseUrl: ['registry.example.com/shop'],
  cpuCount: ['0.25'],
  memoryMb: ['300'],
  numProcesses: ['1'],
  maxSpotPercentage: ['100'],
  registryCredentials: [''],
  port: ['8080', ''],
  subdomain: ['api', ''],
  roleKey: ['reader', ''],
  roleArn: ['arn:aws:iam::123456789012:role/reader', ''],
}

const faultOf = (changes: Partial<Record<keyof typeof right, string[]>>, hasName = true) => {
  const typed: Record<string, string[]> = { ...right, ...changes }
  const all = (name: string) => typed[name] ?? []
  return findConfigurationFault({ all, text: (name) => all(name)[0] ?? '' }, hasName)
}

describe('the first fault of a configuration that is being typed', () => {
  it('is none where the form could be sent', () => {
    expect(faultOf({})).toBeUndefined()
    expect(faultOf({ applicationName: [''] }, false)).toBeUndefined()
  })

  it.each([
    [{ applicationName: [' '] }, messages.processNameMissing],
    [{ applicationName: ['1'] }, messages.invalidName],
    [{ dockerBaseUrl: [''] }, messages.dockerImageMissing],
    [{ cpuCount: ['0'] }, messages.sizeMissing],
    [{ memoryMb: [''] }, messages.sizeMissing],
    [{ numProcesses: ['0'] }, messages.processCountMissing],
    [{ subdomain: ['api-', ''] }, messages.subdomainEndsWithHyphen],
    [{ port: ['0', ''] }, 'A port must be a whole number from 1 to 65535, not “0”.'],
    [
      { roleArn: ['reader', ''] },
      'The ARN of role reader must look like arn:aws:iam::123456789012:role/name.',
    ],
    [{ dockerBaseUrl: [''], cpuCount: ['0'] }, messages.dockerImageMissing],
  ])('of %j is said in the words of the server', (changes, message) => {
    expect(faultOf(changes)).toBe(message)
  })
})
