import type { Kind, SpecOf, StatusOf } from '../../../core/resources/kinds'
import { buildZoneStatus } from '../../builders/hosted-zones'
import {
  buildAwsAccountStatus,
  buildDeploymentStatus,
  buildEnvironmentStatus,
} from '../../builders/resource-status'
import { buildAwsAccountSpec, buildDeploymentSpec, buildEnvironmentSpec } from './specs'

/** A spec and a status that are right, of every kind. */
export const ofEachKind: { [K in Kind]: { spec: SpecOf<K>; status: StatusOf<K> } } = {
  Environment: { spec: buildEnvironmentSpec(), status: buildEnvironmentStatus() },
  Deployment: { spec: buildDeploymentSpec(), status: buildDeploymentStatus() },
  AwsAccount: { spec: buildAwsAccountSpec(), status: buildAwsAccountStatus() },
  HostedZone: { spec: { awsAccount: 'main', zoneId: 'Z0123456789' }, status: buildZoneStatus() },
  ExternalNetwork: {
    spec: { awsAccount: 'main', vpcId: 'vpc-0123456789abcdef0', region: 'us-east-1' },
    status: { observedGeneration: 1, phase: 'HEALTHY', message: '', conditions: [] },
  },
}
