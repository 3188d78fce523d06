import { kinds } from '../core/resources/kinds'
import { deletionAllowedAnnotation, group, version } from '../core/resources/metadata'

const name = `deletion.${group}`

/**
 * Refuses a deletion that nobody allowed, where it is asked for. The controller heeds none either, but a mark for deletion cannot be taken
 * back: better that it is never made.
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
        ],
      },
      validations: [
        {
          expression: `has(oldObject.metadata.annotations) && '${deletionAllowedAnnotation}' in oldObject.metadata.annotations && oldObject.metadata.annotations['${deletionAllowedAnnotation}'] == 'true'`,
          message: `What this stands for runs in a customer's account: delete it in the portal. If it is really to go from here, annotate it with ${deletionAllowedAnnotation}=true first.`,
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
