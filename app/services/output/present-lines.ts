import { createMask } from '../../../core/output/mask'
import type { PrintedLine } from '../../../core/output/output-questions'
import { toPrintable } from '../../../core/output/printable'
import { readLine } from '../../../core/output/read-line'
import { Application } from '../../../db/models/application'
import { VariableOverride } from '../../../db/models/application-override'
import type { Environment } from '../../../db/models/environment'
import { readDeployedSpecs } from '../environments/deployed-specs'
import type { PrintedLineView } from './output-views'

const longestLine = 8_000

/** Lines as people may read them: with values of secret variables hidden, and without what a terminal would obey. */
export async function presentLines(
  environment: Environment,
  lines: readonly PrintedLine[],
): Promise<PrintedLineView[]> {
  const ids = [...new Set(lines.map(({ applicationId }) => applicationId))]
  const applications = new Map(
    (await Application.findAll({ where: { id: ids } })).map((application) => [application.id, application]),
  )
  const masks = await createMasks(environment, [...applications.values()])
  return lines.map(({ epoch, processId, applicationId, text }) => {
    const hidden = (masks.get(applicationId) ?? []).reduce((shown, mask) => mask(shown), text)
    const shown = toPrintable(hidden).trimEnd()
    const { level } = readLine(shown)
    return {
      epoch,
      processId,
      applicationId,
      applicationName: applications.get(applicationId)?.name ?? applicationId,
      ...(level && { level }),
      text: shown.length > longestLine ? `${shown.slice(0, longestLine)}…` : shown,
    }
  })
}

/** By application: what hides the variables that run, and those of the next deployment. Secrets of the account are known to their processes alone. */
async function createMasks(environment: Environment, applications: Application[]) {
  const deployed = await readDeployedSpecs(environment)
  const overrides = await VariableOverride.findAll({ where: { environmentId: environment.id } })
  return new Map(
    applications.map(({ id, environmentVariables }) => {
      const variables = [
        ...[...deployed.values()].map((specs) => specs.get(id)?.environmentVariables),
        environmentVariables,
        overrides.find(({ applicationId }) => applicationId === id)?.environmentVariables,
      ]
      return [id, variables.flatMap((each) => (each ? createMask(each) : []))]
    }),
  )
}
