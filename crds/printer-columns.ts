import type { Kind } from '../core/resources/kinds'

/** A column of `kubectl get`. */
interface PrinterColumn {
  name: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  jsonPath: string
  description: string
  /** Only with `-o wide`. */
  priority?: 1
}

const ofReady = (field: string) => `.status.conditions[?(@.type=="Ready")].${field}`
const shown = (name: string, jsonPath: string, description: string): PrinterColumn => ({
  name,
  type: 'string',
  jsonPath,
  description,
})
const wide = (column: PrinterColumn): PrinterColumn => ({ ...column, priority: 1 })
const since = (name: string, jsonPath: string, description: string): PrinterColumn => ({
  ...wide(shown(name, jsonPath, description)),
  type: 'date',
})

const title = shown('Title', '.spec.displayName', 'Its name in the portal.')
const ready = shown('Ready', ofReady('status'), 'True, False or Unknown: status of the condition Ready.')
const phase = shown('Phase', '.status.phase', 'Where it is between its beginning and its end.')
const message = shown('Message', '.status.message', 'How it is, and what can be done.')
const reason = wide(shown('Reason', ofReady('reason'), 'Why it is ready or is not: reason of the condition.'))
const readySince = since('Since', ofReady('lastTransitionTime'), 'How long ago Ready became what it is.')
const account = wide(shown('Account', '.spec.awsAccount', 'The AwsAccount resource that it belongs to.'))
const paused = wide(
  shown('Paused', '.metadata.annotations.sdo\\.dev/paused', 'Set: the controller leaves it alone.'),
)
const age: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'How long ago the resource was created.',
}

/** Columns of `kubectl get` by kind, after the name. Messages come last, since they are long. */
export const printerColumns: Record<Kind, PrinterColumn[]> = {
  Environment: [
    title,
    ready,
    phase,
    shown('Processes', '.status.summary.processes', 'Healthy processes, of those that are to stay.'),
    shown('Instances', '.status.summary.instances', 'Instances that run, of those that are to stay.'),
    shown('USD/h', '.status.summary.costPerHour', 'What the instances cost now.'),
    reason,
    readySince,
    wide(shown('Spot', '.status.summary.spot', 'Spot instances, of those that are to stay.')),
    wide(shown('Gap', '.status.summary.gap', 'How far the cost is from the least that was proven possible.')),
    wide(shown('Strategy', '.spec.spotStrategy', 'How much may run on Spot instances.')),
    wide(shown('Serving', '.status.servingDeployment', 'The Deployment resource that serves.')),
    wide(shown('VPC', '.status.network.vpcId', 'Its network in AWS.')),
    account,
    paused,
    message,
    age,
  ],
  Deployment: [
    shown('Environment', '.spec.environment', 'The Environment resource it is of.'),
    { ...shown('Sequence', '.spec.sequence', 'Its number in the environment.'), type: 'integer' },
    ready,
    phase,
    reason,
    wide(shown('Step', '.status.summary.step', 'The last of its steps that is done.')),
    since('Started', '.status.summary.started', 'How long ago the controller began with it.'),
    since('Finished', '.status.summary.finished', 'How long ago it was live or had failed.'),
    message,
    age,
  ],
  AwsAccount: [
    title,
    shown('Account', '.spec.accountNumber', 'Its number in AWS.'),
    ready,
    phase,
    reason,
    readySince,
    since('Examined', '.status.summary.examined', 'How long ago its roles were examined.'),
    wide(shown('Roles', '.status.summary.roles', 'Required roles that are as they should be, of all.')),
    wide({
      ...shown('Holder', '.spec.isEnvironmentHolder', 'Whether environments may be in it.'),
      type: 'boolean',
    }),
    paused,
    message,
    age,
  ],
  HostedZone: [
    shown('Domain', '.status.zone.name', 'The name of the zone.'),
    shown('Zone', '.spec.zoneId', 'Its id in Route 53.'),
    ready,
    phase,
    reason,
    readySince,
    since('Checked', '.status.summary.checked', 'How long ago DNS said to whom the name is delegated.'),
    since('Read', '.status.summary.read', 'How long ago Route 53 last described the zone.'),
    account,
    paused,
    message,
    age,
  ],
  ExternalNetwork: [
    shown('VPC', '.spec.vpcId', 'Its id in AWS.'),
    shown('Region', '.spec.region', 'Where it is.'),
    ready,
    phase,
    shown('Ranges', '.status.summary.ranges', 'Its ranges of IPv4 addresses.'),
    reason,
    readySince,
    since('Read', '.status.summary.read', 'How long ago AWS last described the VPC.'),
    account,
    paused,
    message,
    age,
  ],
}
