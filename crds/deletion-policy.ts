import { kinds } from '../core/resources/kinds'
import { deletionAllowedAnnotation, group, version } from '../core/resources/metadata'

const name = `deletion.${group}`

const isAllowed = `has(oldObject.metadata.annotations) && '${deletionAllowedAnnotation}' in oldObject.metadata.annotations && oldObject.metadata.annotations['${deletionAllowedAnnotation}'] == 'true'`

const quoted = (text: string) => `"${text}"`
const howToMeanIt = `If it is really to go, annotate it with ${deletionAllowedAnnotation}=true first.`
const messageOfDefinition = `What this defines runs in customers' accounts. With it all resources of its kind would be marked for deletion, and no new one could be made. ${howToMeanIt}`
const messageOfResource = `What this stands for runs in a customer's account: delete it in the portal. ${howToMeanIt}`

/**
 * Refuses a deletion of a resource, or of a definition, that nobody allowed, where it is asked for. The controller heeds none either, but a
 * mark for deletion cannot be taken back: better that it is never made.
 */
export const buildDeletionPolicy = () => [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [group],
            apiVersions: [version],
            operations: ['DELETE'],
            resources: Object.values(kinds).map(({ plural }) => plural),
          },
          {
            apiGroups: ['apiextensions.k8s.io'],
            apiVersions: ['v1'],
            operations: ['DELETE'],
            resources: ['customresourcedefinitions'],
          },
        ],
      },
      matchConditions: [
        {
          name: 'ours',
          expression: `request.resource.group == '${group}' || oldObject.spec.group == '${group}'`,
        },
      ],
      validations: [
        {
          expression: isAllowed,
          messageExpression: `request.resource.group == '${group}' ? ${quoted(messageOfResource)} : ${quoted(messageOfDefinition)}`,
          reason: 'Forbidden',
        },
      ],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  },
]
