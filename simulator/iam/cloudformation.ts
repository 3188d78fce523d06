import type { Tags } from '../../core/aws/ownership'
import type { InstalledRole } from '../../core/roles/role'
import type { InstanceProfileState } from '../state'

/** The resources that a template makes. */
interface TemplateOutcome {
  roles: InstalledRole[]
  instanceProfiles: InstanceProfileState[]
}

interface TemplateResource {
  Type: string
  Properties: Record<string, unknown>
}

/** A template that CloudFormation would not apply; the message says why. */
export class TemplateError extends Error {
  override name = 'TemplateError'
}

const supportedTypes = ['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::IAM::InstanceProfile']

/**
 * Reads a CloudFormation template that installs roles.
 * @throws TemplateError
 */
export function readTemplate(template: unknown, accountNumber: string): TemplateOutcome {
  const resources = resourcesOf(template)
  const resolve = (value: unknown) => resolveFunctions(value, { accountNumber, resources })
  const properties = new Map(
    Object.entries(resources).map(([id, { Properties }]) => [
      id,
      resolve(Properties) as Record<string, unknown>,
    ]),
  )
  const ofType = (type: string) =>
    [...properties].filter(([id]) => resources[id]?.Type === type).map(([id, values]) => ({ id, values }))

  const roles = ofType('AWS::IAM::Role').map(({ id, values }) => readRole(id, values))
  for (const { id, values } of ofType('AWS::IAM::Policy'))
    for (const roleName of listOf(values.Roles)) {
      const role = roles.find(({ name }) => name === roleName)
      if (!role)
        throw new TemplateError(
          `${id} belongs to the role ${String(roleName)}, which is not in the template.`,
        )
      addPolicy(role, id, values)
    }
  const instanceProfiles = ofType('AWS::IAM::InstanceProfile').map(({ id, values }) => ({
    name: textOf(values.InstanceProfileName, `${id}.InstanceProfileName`),
    path: values.Path === undefined ? '/' : textOf(values.Path, `${id}.Path`),
    roleNames: listOf(values.Roles).map(String),
  }))
  return { roles, instanceProfiles }
}

function resourcesOf(template: unknown): Record<string, TemplateResource> {
  const { Resources } = (template ?? {}) as { Resources?: unknown }
  if (!Resources || typeof Resources !== 'object' || Object.keys(Resources).length === 0)
    throw new TemplateError('The template has no Resources.')
  const resources = Resources as Record<string, Partial<TemplateResource>>
  for (const [id, { Type }] of Object.entries(resources))
    if (!supportedTypes.includes(String(Type)))
      throw new TemplateError(
        `${id} is of type ${String(Type)}; this account makes ${supportedTypes.join(', ')} only.`,
      )
  return Object.fromEntries(
    Object.entries(resources).map(([id, { Type = '', Properties = {} }]) => [id, { Type, Properties }]),
  )
}

function readRole(id: string, values: Record<string, unknown>): InstalledRole {
  if (!values.AssumeRolePolicyDocument) throw new TemplateError(`${id} has no AssumeRolePolicyDocument.`)
  const role: InstalledRole = {
    name: textOf(values.RoleName, `${id}.RoleName`),
    path: values.Path === undefined ? '/' : textOf(values.Path, `${id}.Path`),
    assumePolicy: values.AssumeRolePolicyDocument,
    inlinePolicies: {},
    managedPolicies: listOf(values.ManagedPolicyArns).map(String),
    ...(values.Tags !== undefined && { tags: readTags(values.Tags) }),
  }
  for (const policy of listOf(values.Policies)) addPolicy(role, id, policy as Record<string, unknown>)
  return role
}

const readTags = (tags: unknown): Tags =>
  Object.fromEntries(
    (listOf(tags) as { Key?: unknown; Value?: unknown }[]).map(({ Key, Value }) => [
      String(Key),
      String(Value),
    ]),
  )

function addPolicy(role: InstalledRole, id: string, values: Record<string, unknown>): void {
  if (!values.PolicyDocument) throw new TemplateError(`A policy of ${id} has no PolicyDocument.`)
  role.inlinePolicies[textOf(values.PolicyName, `${id}.PolicyName`)] = values.PolicyDocument
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new TemplateError(`${what} must be a text.`)
  return value
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

interface Scope {
  accountNumber: string
  resources: Record<string, TemplateResource>
}

/** Replaces Ref, Fn::GetAtt, Fn::Sub and Fn::Join by what they stand for. */
function resolveFunctions(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveFunctions(item, scope))
  if (!value || typeof value !== 'object') return value
  const [[key, operand] = ['', undefined], ...others] = Object.entries(value)
  if (others.length === 0) {
    if (key === 'Ref') return reference(String(operand), scope)
    if (key === 'Fn::GetAtt')
      return attribute(Array.isArray(operand) ? operand.join('.') : String(operand), scope)
    if (key === 'Fn::Sub')
      return String(operand).replace(/\$\{([^!}]+)\}/g, (_all, name: string) =>
        name.includes('.') ? attribute(name, scope) : reference(name, scope),
      )
    if (key === 'Fn::Join') {
      const [separator, items] = operand as [string, unknown[]]
      return items.map((item) => String(resolveFunctions(item, scope))).join(separator)
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolveFunctions(item, scope)]),
  )
}

function reference(name: string, { accountNumber, resources }: Scope): string {
  if (name === 'AWS::AccountId') return accountNumber
  if (name === 'AWS::Region') return 'us-east-1'
  if (name === 'AWS::Partition') return 'aws'
  const properties = resources[name]?.Properties
  const physicalName = properties?.RoleName ?? properties?.InstanceProfileName ?? properties?.PolicyName
  if (typeof physicalName !== 'string')
    throw new TemplateError(`The template refers to ${name}, which it does not have.`)
  return physicalName
}

function attribute(expression: string, scope: Scope): string {
  const [name = '', ...path] = expression.split('.')
  if (path.join('.') !== 'Arn')
    throw new TemplateError(`The template refers to ${expression}, which it does not have.`)
  const properties = scope.resources[name]?.Properties
  const kind = properties?.InstanceProfileName === undefined ? 'role' : 'instance-profile'
  const pathOfRole = typeof properties?.Path === 'string' ? properties.Path : '/'
  return `arn:aws:iam::${scope.accountNumber}:${kind}${pathOfRole}${reference(name, scope)}`
}
