import { kinds, type Kind } from '../core/resources/kinds'
import { group, maximumResourceNameLength, resourceNameMessage, version } from '../core/resources/metadata'
import { printerColumns } from './printer-columns'
import { toStructuralSchema, type StructuralSchema } from './structural-schema'

/** The CustomResourceDefinition of a kind, as the Kubernetes API takes it. */
export function buildCustomResourceDefinition(kind: Kind) {
  const { description, plural, singular, shortNames } = kinds[kind]
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames, categories: ['sdo'] },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: printerColumns[kind],
          schema: {
            openAPIV3Schema: {
              description,
              type: 'object',
              required: ['spec'],
              'x-kubernetes-validations': [
                {
                  rule: `size(self.metadata.name) <= ${maximumResourceNameLength}`,
                  message: resourceNameMessage,
                },
              ],
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec: buildSpecSchema(kind),
                status: buildStatusSchema(kind),
              },
            },
          },
        },
      ],
    },
  }
}

function buildSpecSchema(kind: Kind): StructuralSchema {
  // The mirror is the only writer and always writes the whole spec, so that a field it leaves out is gone.
  const schema: StructuralSchema = {
    description:
      'What is wanted. The mirror of the portal writes it and nobody else: another spec is not acted on, and is put right.',
    ...toStructuralSchema(kinds[kind].spec),
    'x-kubernetes-map-type': 'atomic',
  }
  for (const { field, message } of kinds[kind].immutable ?? []) {
    const target = field === undefined ? schema : schema.properties?.[field]
    if (!target) throw new Error(`${kind} has no field ${field} to keep.`)
    const rules = target['x-kubernetes-validations'] ?? []
    target['x-kubernetes-validations'] = [...rules, { rule: 'self == oldSelf', message }]
  }
  return schema
}

function buildStatusSchema(kind: Kind): StructuralSchema {
  const { status, summary } = kinds[kind]
  const schema = toStructuralSchema(status)
  return {
    description: 'How it is. The controller writes it. An epoch is in milliseconds since 1970.',
    ...schema,
    properties: {
      ...schema.properties,
      summary: {
        description: 'What the columns of kubectl show; it follows from the rest.',
        ...toStructuralSchema(summary.schema),
      },
    },
  }
}
