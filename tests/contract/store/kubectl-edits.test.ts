import { describe, expect, it } from 'vitest'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { manifest } from './manifest'
import { buildAwsAccountSpec, buildDeploymentSpec, buildEnvironmentSpec, uniqueName } from './specs'

describeWithControlPlane('an operator with kubectl', (useControlPlane) => {
  const apply = (text: string) => useControlPlane().kubectl(['apply', '-f', '-'], text)

  describe('is told what is wrong when', () => {
    const application = buildDeploymentSpec().applications[0]
    const cases: [string, string, ...RegExp[]][] = [
      [
        'a value is not one of the allowed',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), spotStrategy: 'SOME' }),
        /spec\.spotStrategy: Unsupported value: "SOME": supported values: "ALL", "ALL_BUT_ONE"/,
      ],
      [
        'a field is missing',
        manifest('Environment', 'wrong', { displayName: 'Shop', spotStrategy: 'ALL', overrides: [] }),
        /spec\.awsAccount: Required value/,
      ],
      [
        'a field is misspelled',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), awsAcount: 'main' }),
        /unknown field "spec\.awsAcount"/,
      ],
      [
        'a text does not have its form',
        manifest('AwsAccount', 'wrong', { ...buildAwsAccountSpec(), accountNumber: '12' }),
        /The number of an AWS account has 12 digits\./,
      ],
      [
        'a number deep inside is out of range',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, cpu: 0, ports: [{ port: 70_000 }] }],
        }),
        /spec\.applications\[0\]\.cpu: Invalid value: 0: .*greater than 0/,
        /spec\.applications\[0\]\.ports\[0\]\.port: Invalid value: 70000: .*less than or equal to 65535/,
      ],
      [
        'an application is there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [application, application],
        }),
        /spec\.applications\[1\]: Duplicate value.*"applicationId":"web"/s,
      ],
      [
        'ports and subdomains are there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, ports: [{ port: 80 }, { port: 80 }] }],
        }),
        /spec\.applications\[0\]\.ports\[1\]: Duplicate value.*"port":80/s,
      ],
      [
        'a subdomain is there twice',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [
            {
              ...application,
              ports: [
                { port: 80, subdomain: 'a' },
                { port: 81, subdomain: 'a' },
              ],
            },
          ],
        }),
        /Each subdomain can be used only once\./,
      ],
      [
        'image and tag have blanks, and there are far too many',
        manifest('Deployment', 'wrong', {
          ...buildDeploymentSpec(),
          applications: [{ ...application, image: 'sdo/ sample', tag: 'a b', count: 999_999_999 }],
        }),
        /An image is an address without blanks/,
        /A tag has letters, numbers/,
        /count: Invalid value: 999999999: .*less than or equal to 10000/,
      ],
      [
        'an override is there twice',
        manifest('Environment', 'wrong', {
          ...buildEnvironmentSpec(),
          overrides: [{ applicationId: 'web' }, { applicationId: 'web' }],
        }),
        /spec\.overrides\[1\]: Duplicate value/,
      ],
      [
        'a name is longer than a label',
        manifest('Environment', 'a'.repeat(80), buildEnvironmentSpec()),
        /A name has at most 63 characters, because labels carry it\./,
      ],
      [
        'a value has another type',
        manifest('Environment', 'wrong', { ...buildEnvironmentSpec(), displayName: 7 }),
        /spec\.displayName: Invalid value: "integer".*must be of type string/s,
      ],
    ]
    it.each(cases)('%s', async (_, text, ...messages) => {
      const { code, stderr } = await apply(text)
      expect(code).toBe(1)
      for (const message of messages) expect(stderr).toMatch(message)
    })

    it.each([
      [
        'Environment',
        buildEnvironmentSpec(),
        { awsAccount: 'other' },
        'An environment stays in its account. Create another environment in the other account.',
      ],
      [
        'AwsAccount',
        buildAwsAccountSpec(),
        { accountNumber: '444455556666' },
        'The account number never changes. Delete this account and add the other one.',
      ],
      [
        'AwsAccount',
        buildAwsAccountSpec(),
        { externalId: 'other' },
        'The external id never changes: the roles in the account ask for it.',
      ],
      [
        'HostedZone',
        { awsAccount: 'main', zoneId: 'Z123' },
        { zoneId: 'Z456' },
        'A hosted zone never changes. Delete this one and add the other one.',
      ],
      [
        'ExternalNetwork',
        { awsAccount: 'main', vpcId: 'vpc-0123456789abcdef0', region: 'us-east-1' },
        { region: 'us-west-2' },
        'An external network never changes. Delete this one and add the other one.',
      ],
    ] as const)('%s is edited where it never changes', async (kind, spec, change, sentence) => {
      const name = uniqueName('edited')
      expect(await apply(manifest(kind, name, spec))).toMatchObject({ code: 0 })
      const patch = ['--type=merge', '-p', JSON.stringify({ spec: change })]
      const { code, stderr } = await useControlPlane().kubectl(['-n', 'sdo', 'patch', kind, name, ...patch])
      expect(code).toBe(1)
      expect(stderr).toContain(sentence)
    })

    it('a deployment is changed', async () => {
      const name = uniqueName('deploy')
      expect(await apply(manifest('Deployment', name, buildDeploymentSpec()))).toMatchObject({ code: 0 })
      const { code, stderr } = await apply(manifest('Deployment', name, buildDeploymentSpec({ sequence: 2 })))
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /spec: Invalid value.*A deployment never changes\. Create the next one instead\./s,
      )
    })
  })
})
