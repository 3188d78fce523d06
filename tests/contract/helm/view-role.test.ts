import { expect, it } from 'vitest'
import { render, withValues, type KubernetesDocument } from '../../helm/chart'
import { helmProgram } from '../../helm/helm-program'
import { describeUnlessMissing } from '../../kube/use-control-plane'

interface Definition {
  spec: { names: { plural: string }; versions: { schema: { openAPIV3Schema: Schema } }[] }
}
interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
}
interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}

/** Names of fields that nobody is to read who merely looks at a namespace. */
const confidential = /variable|secret|credential|external_?id/i
/** The ARN of a secret: where a login is kept, which opens nothing. */
const isReference = (field: string) => field === 'registryCredentials'

const fieldsOf = ({ properties = {}, items, additionalProperties }: Schema): string[] => [
  ...Object.keys(properties),
  ...Object.values(properties).flatMap(fieldsOf),
  ...(items ? fieldsOf(items) : []),
  ...(typeof additionalProperties === 'object' ? fieldsOf(additionalProperties) : []),
]

describeUnlessMissing(helmProgram.missing(), 'the role of whoever may view a namespace', () => {
  it('reads every kind of ours that holds nothing confidential, and no other', async () => {
    const rendered = await render(withValues([]))
    const confidentialBy = definitionsIn(rendered).map(({ spec: { names, versions } }) => ({
      kind: names.plural,
      isConfidential: versions.some(({ schema }) =>
        fieldsOf(schema.openAPIV3Schema).some((field) => confidential.test(field) && !isReference(field)),
      ),
    }))
    expect(
      confidentialBy
        .filter(({ isConfidential }) => isConfidential)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['awsaccounts', 'deployments'])
    const open = confidentialBy.filter(({ isConfidential }) => !isConfidential).map(({ kind }) => kind)
    const role = rendered.find(({ kind }) => kind === 'ClusterRole') as unknown as { rules: Rule[] }
    expect(role.rules.flatMap(({ resources }) => resources).sort()).toEqual(open.sort())
    expect(role.rules.flatMap(({ verbs }) => verbs)).toEqual(['get', 'list', 'watch'])
  })
})

const definitionsIn = (rendered: KubernetesDocument[]) =>
  rendered.filter(({ kind }) => kind === 'CustomResourceDefinition') as unknown as Definition[]
