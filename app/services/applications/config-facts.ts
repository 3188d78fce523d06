import { variableFacts } from '../audit/variable-facts'
import type { ConfigColumns } from '../../../core/application/config/columns'

/** The first configuration of an application for the audit log: of variables only the names. */
export const configFacts = ({
  environmentVariables,
  secrets,
  ...columns
}: ConfigColumns): Record<string, unknown> => ({
  ...columns,
  ...variableFacts(undefined, { environmentVariables, secrets }),
})
