import { describe, expect, it } from 'vitest'
import { configFields } from '../../../core/application/config/fields'
import { messages } from '../../messages/messages'
import { checkTypedConfig } from './typed-config'

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
  return checkTypedConfig({ all, text: (name) => all(name)[0] ?? '' })
}

describe('the faults of a configuration that is being typed', () => {
  it('are none where the form could be sent', () => {
    expect(faultOf({})).toBeUndefined()
  })

  it.each([
    [{ applicationName: [' '] }, messages.processNameMissing.text],
    [{ applicationName: ['1'] }, messages.invalidName.text],
    [{ dockerBaseUrl: [''] }, configFields.image.missing],
    [{ cpuCount: ['0'] }, configFields.cpu.missing],
    [{ memoryMb: [''] }, configFields.cpu.missing],
    [{ numProcesses: ['0'] }, configFields.count.missing],
    [{ subdomain: ['api-', ''] }, messages.subdomainEndsWithHyphen.text],
    [{ port: ['0', ''] }, 'A port must be a whole number from 1 to 65535, not “0”.'],
    [
      { roleArn: ['reader', ''] },
      'The ARN of role reader must look like arn:aws:iam::123456789012:role/name.',
    ],
    [{ roleArn: ['', ''] }, 'Enter the ARN of the role reader, or remove its key.'],
    [{ subdomain: ['', 'api'] }, 'Enter the port that the subdomain is for.'],
    [{ dockerBaseUrl: [''], cpuCount: ['0'] }, configFields.image.missing],
    [
      { 'healthCheck.statuses': ['500'] },
      'Statuses are numbers from 200 to 499 or ranges of them, with commas between: 200-299,301.',
    ],
  ])('in %j are said in the words of the server', (changes, message) => {
    expect(faultOf(changes)?.message).toBe(message)
  })

  it('are none of the rows beside a file of variables, which the server reads', () => {
    const rows = { variableName: ['SDO_B'], variableValue: [''] }
    expect(faultOf(rows)?.message).toContain('SDO_B is set by SDO')
    expect(faultOf({ ...rows, variableFile: ['A=1'] })).toBeUndefined()
  })

  it('are all told at once, each at its field', () => {
    const faults = faultOf({
      applicationName: ['1'],
      cpuCount: ['x'],
      memoryMb: ['y'],
      port: ['0', '0'],
      roleKey: ['a', 'a'],
      roleArn: ['b', 'b'],
      'healthCheck.statuses': ['500'],
      variableName: ['', 'A', 'SDO_B'],
      variableValue: ['1', '', ''],
      referenceName: ['C'],
      referenceArn: ['c'],
    })
    expect(Object.keys(faults?.fields ?? {})).toEqual([
      ...['roleKey.1', 'variableName.0', 'applicationName', 'cpuCount', 'memoryMb'],
      ...['exposedPortsV2.0.port', 'exposedPortsV2.1.port', 'roles.a', 'healthCheck.statuses'],
      ...['environmentVariables.SDO_B', 'secrets.C'],
    ])
  })
})
