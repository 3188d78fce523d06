import { variableFacts } from '../audit/variable-facts'
import type { ApplicationConfigColumns } from './require-application-config'

/** The first configuration of an application for the audit log: of variables only the names. */
export const configFacts = ({
  environmentVariables,
  secrets,
  ...columns
}: ApplicationConfigColumns): Record<string, unknown> => ({
  ...columns,
  ...variableFacts(undefined, { environmentVariables, secrets }),
})
