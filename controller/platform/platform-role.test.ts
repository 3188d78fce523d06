import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { rolePath } from '../../core/roles/names'
import { requiredRoles } from '../../core/roles/required-roles'
import { allowsAction } from '../../simulator/policies/policy'
import { printedIn } from '../../tests/helm/manual'

const [printed = ''] = printedIn("SDO's own AWS account", 'sh')
/** What a command of docs/install.md writes into a file. */
const written = (file: string) =>
  JSON.parse(new RegExp(`cat > ${file} <<'END'\\n([\\s\\S]*?)\\nEND`).exec(printed)?.[1] ?? '') as unknown

describe('the role of the controller, as docs/install.md prints it', () => {
  const customers = requiredRoles({
    accountNumber: '111122223333',
    externalId: 'external',
    isEnvironmentHolder: true,
    isNetworkHolder: true,
    platformAccountNumber: '999988887777',
  }).map(({ name }) => `arn:aws:iam::111122223333:role${rolePath}${name}`)
  const allows = (action: string, arn: string) =>
    allowsAction([written('policy.json')], { action, resource: { arn } })

  it('may assume every role that a customer makes', () => {
    expect(customers.length).toBeGreaterThan(1)
    expect(customers.filter((arn) => !allows('sts:AssumeRole', arn))).toEqual([])
  })

  it('may do nothing else, and assume no role that is not for SDO', () => {
    expect(allows('sts:AssumeRole', 'arn:aws:iam::111122223333:role/admin')).toBe(false)
    const others = ['sts:TagSession', 'iam:PassRole', 'iam:PutRolePolicy', 'ec2:RunInstances']
    expect(customers.flatMap((arn) => others.filter((action) => allows(action, arn)))).toEqual([])
  })

  it('is taken by the controller’s service account of the chart alone', () => {
    const chart = readFileSync('tests/contract/helm/snapshots/least.yaml', 'utf8')
    const accounts = parseAllDocuments(chart)
      .map((document) => document.toJS() as { kind?: string; metadata?: { name: string } } | null)
      .flatMap((one) => (one?.kind === 'ServiceAccount' ? (one.metadata?.name ?? []) : []))
    const { Statement } = written('trust.json') as { Statement: unknown[] }
    const namespace = /kubectl create namespace (\S+)/.exec(printedIn('Secrets', 'sh').join('\n'))?.[1]
    expect(accounts).toContain('sdo-controller')
    expect(Statement).toEqual([
      {
        Effect: 'Allow',
        Principal: { Federated: 'arn:aws:iam::PLATFORM_ACCOUNT:oidc-provider/ISSUER' },
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: {
          StringEquals: {
            'ISSUER:aud': 'sts.amazonaws.com',
            'ISSUER:sub': `system:serviceaccount:${namespace}:sdo-controller`,
          },
        },
      },
    ])
  })
})
