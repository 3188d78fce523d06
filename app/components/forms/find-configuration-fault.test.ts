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

const faultOf = (changes: Record<string, string[]>) => {
  const typed: Record<string, string[]> = { ...right, ...changes }
  const all = (name: string) => typed[name] ?? []
  return findConfigurationFault({ all, text: (name) => all(name)[0] ?? '' })
}

describe('the first fault of a configuration that is being typed', () => {
  it('is none where the form could be sent', () => {
    expect(faultOf({})).toBeUndefined()
  })

  it.each([
    [{ applicationName: [' '] }, messages.processNameMissing.text],
    [{ applicationName: ['1'] }, messages.invalidName.text],
    [{ dockerBaseUrl: [''] }, messages.dockerImageMissing.text],
    [{ cpuCount: ['0'] }, messages.sizeMissing.text],
    [{ memoryMb: [''] }, messages.sizeMissing.text],
    [{ numProcesses: ['0'] }, messages.processCountMissing.text],
    [{ subdomain: ['api-', ''] }, messages.subdomainEndsWithHyphen.text],
    [{ port: ['0', ''] }, 'A port must be a whole number from 1 to 65535, not “0”.'],
    [
      { roleArn: ['reader', ''] },
      'The ARN of role reader must look like arn:aws:iam::123456789012:role/name.',
    ],
    [{ roleArn: ['', ''] }, 'Enter the ARN of the role reader, or remove its key.'],
    [{ subdomain: ['', 'api'] }, 'Enter the port that the subdomain is for.'],
    [{ dockerBaseUrl: [''], cpuCount: ['0'] }, messages.dockerImageMissing.text],
    [
      { 'healthCheck.statuses': ['500'] },
      'Statuses are numbers from 200 to 499 or ranges of them, with commas between: 200-299,301.',
    ],
  ])('of %j is said in the words of the server', (changes, message) => {
    expect(faultOf(changes)?.message).toBe(message)
  })

  it('is one alone, at its field', () => {
    const changes = { cpuCount: ['x'], memoryMb: ['y'], port: ['0', '0'] }
    expect(faultOf(changes)?.fields).toEqual({ cpuCount: expect.stringContaining('“x”') as string })
    expect(faultOf({ port: ['0', '0'] })?.fields).toEqual({
      'exposedPortsV2.0.port': expect.stringContaining('“0”') as string,
    })
  })
})
