import { stringify } from 'yaml'
import type { Kind, SpecOf } from '../../../core/resources/kinds'
import { apiVersion } from '../../../core/resources/metadata'

/** What somebody would apply by hand. */
export const manifest = <K extends Kind>(kind: K, name: string, spec: SpecOf<K> | Record<string, unknown>) =>
  stringify({ apiVersion, kind, metadata: { name, namespace: 'sdo' }, spec })
