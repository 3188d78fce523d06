import { useEffect, useRef, useState } from 'react'
import { overridableCapacity } from '../../../core/application/config/fields'
import { noSchedule, tellSchedule, type ScheduleEntry } from '../../../core/application/schedule'
import { AwaitedConfigurations } from '../../components/awaited-configurations'
import { EmptyState } from '../../components/empty-state'
import { CheckboxField, Field } from '../../components/field'
import { ScheduleField, scheduleText } from '../../components/forms/schedule-field'
import { VariableFields } from '../../components/forms/variable-fields'
import { Form, useRefusal } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { ListFilter } from '../../components/list-filter'
import { PageLinks } from '../../components/page-links'
import { RevisionField } from '../../components/revision-field'
import { SubmitButton } from '../../components/submit-button'
import type { PageCursors } from '../../services/answers/pages'
import type { EnvironmentApplication, EnvironmentProcesses } from '../../services/environments/override-views'

/** What this environment does differently about each application. */
export function ProcessOverrides({
  deployedApplications,
  undeployedApplications,
  total,
  environmentName,
  ...cursors
}: Omit<EnvironmentProcesses, 'excludedApplications'> &
  PageCursors & { total: number; environmentName: string }) {
  if (total === 0) {
    return (
      <EmptyState docs="/docs/environments#process-overrides">
        Once your team has an application, its capacity and roles can be overridden here.
      </EmptyState>
    )
  }
  return (
    <div className="space-y-6">
      <ListFilter list="Applications" total={total} />
      {deployedApplications.length + undeployedApplications.length === 0 && (
        <EmptyState>No application has this in its name.</EmptyState>
      )}
      <AwaitedConfigurations
        rows={deployedApplications.flatMap(({ applicationId, name, awaitedConfiguration }) =>
          awaitedConfiguration === undefined
            ? []
            : {
                subject: applicationId,
                applicationName: name,
                environmentName,
                name,
                awaited: awaitedConfiguration,
              },
        )}
      />
      <Group heading="Deployed" applications={deployedApplications} />
      <Group heading="Not deployed" applications={undeployedApplications} />
      <PageLinks
        list="applications"
        nextCursor={cursors.nextCursor}
        previousCursor={cursors.previousCursor}
      />
    </div>
  )
}

function Group({ heading, applications }: { heading: string; applications: EnvironmentApplication[] }) {
  const refusal = useRefusal('override')
  if (applications.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">{heading}</h2>
      <div className="space-y-2">
        {applications.map((application) => (
          <details
            key={application.applicationId}
            className="panel"
            // Otherwise nobody would see why it was refused.
            open={refusal?.subject === application.applicationId || undefined}
          >
            <summary className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{application.name}</span>
              <span className="text-muted">{capacityOf(application)}</span>
            </summary>
            <div className="border-t border-line px-3 py-3">
              <OverrideForm application={application} />
            </div>
          </details>
        ))}
      </div>
    </section>
  )
}

function capacityOf({ defaultConfig, overrideConfig }: EnvironmentApplication): string {
  const byDefault = `${rangeOf(defaultConfig)} by default`
  const here = rangeOf({
    numProcesses: overrideConfig?.numProcesses ?? defaultConfig.numProcesses,
    maxProcesses: overrideConfig?.maxProcesses ?? defaultConfig.maxProcesses,
  })
  const isOverridden =
    overrideConfig?.numProcesses !== undefined || overrideConfig?.maxProcesses !== undefined
  return isOverridden ? `${here} here, ${byDefault}` : byDefault
}

const rangeOf = ({ numProcesses, maxProcesses = 0 }: { numProcesses: number; maxProcesses?: number }) =>
  maxProcesses > numProcesses ? `${numProcesses} to ${maxProcesses}` : `${numProcesses}`

function OverrideForm({ application }: { application: EnvironmentApplication }) {
  const { applicationId, defaultConfig, overrideConfig } = application
  const refusal = useRefusal('override', applicationId)
  return (
    <Form name="override" subject={applicationId}>
      <RevisionField revision={application.revision} />
      <Capacity defaultConfig={defaultConfig} overrideConfig={overrideConfig} />
      {Object.entries(defaultConfig.roles).map(([key, arn], row) => (
        <div key={key}>
          <input type="hidden" name="roleKey" value={key} />
          <Field
            name="roleArn"
            row={row}
            label={`Role ${key}`}
            hint={`Default: ${arn}. Leave empty to use it.`}
            defaultValue={overrideConfig?.roles[key] ?? ''}
          />
        </div>
      ))}
      <details
        open={
          refusal !== undefined ||
          Object.keys({ ...overrideConfig?.environmentVariables, ...overrideConfig?.secrets }).length > 0 ||
          undefined
        }
      >
        <summary className="link">Variables and secrets of this environment</summary>
        <div className="mt-3 space-y-4">
          <p className="text-muted">{describeDefaults(defaultConfig)}</p>
          <VariableFields
            environmentVariables={overrideConfig?.environmentVariables}
            secrets={overrideConfig?.secrets}
          />
        </div>
      </details>
      <CostConfirmation />
      <SubmitButton tone="plain" pending="Saving…">
        Save overrides
      </SubmitButton>
    </Form>
  )
}

function describeDefaults({ variableNames }: EnvironmentApplication['defaultConfig']): string {
  const defaults =
    variableNames.length > 0 ? `By default it has ${variableNames.join(', ')}.` : 'By default it has none.'
  return `${defaults} Values here are added, or replace defaults with the same name. They take effect with the next deployment of the application.`
}

/** With JavaScript the numbers can be typed while the box is ticked; without it, the server says when it is not. */
function Capacity({
  defaultConfig,
  overrideConfig,
}: Pick<EnvironmentApplication, 'defaultConfig' | 'overrideConfig'>) {
  const checkbox = useRef<HTMLInputElement>(null)
  const [isDisabled, setDisabled] = useState(false)
  const follow = () => setDisabled(checkbox.current?.checked === false)
  useEffect(follow, [])
  return (
    <>
      <CheckboxField
        name="override"
        label="Override defaults capacity"
        defaultChecked={overrideConfig?.numProcesses !== undefined}
        inputRef={checkbox}
        onChange={follow}
      />
      {overridableCapacity.map((field) => (
        <OwnCapacity
          key={field.wire}
          field={field}
          usual={(defaultConfig as Record<string, unknown>)[field.wire] as Value | undefined}
          own={(overrideConfig as Record<string, unknown> | undefined)?.[field.wire] as Value | undefined}
          isDisabled={isDisabled}
        />
      ))}
    </>
  )
}

/** The hidden control with what its form was shown with. */
export const shownName = (wire: string): string => `shown.${wire}`

type Value = number | ScheduleEntry[]

interface OwnCapacityProps {
  field: (typeof overridableCapacity)[number]
  /** That of the application, and that of the environment. */
  usual: Value | undefined
  own: Value | undefined
  isDisabled: boolean
}

function OwnCapacity({ field, usual, own, isDisabled }: OwnCapacityProps) {
  const { wire, presence, override } = field
  const control = { name: wire, label: override?.label, autoComplete: 'off', disabled: isDisabled }
  if (field.kind === 'schedule') {
    const [ownSchedule, usualSchedule] = [own, usual] as (ScheduleEntry[] | undefined)[]
    return (
      <>
        <input type="hidden" name={shownName(wire)} value={scheduleText(ownSchedule)} />
        <ScheduleField
          {...control}
          hint={`Default: ${tellSchedule(usualSchedule ?? [])}. Leave empty to use it. Type ${noSchedule} to have none here.`}
          schedule={ownSchedule}
        />
      </>
    )
  }
  const shown = (presence === 'required' ? (own ?? usual) : (own ?? '')) as number | ''
  return (
    <>
      <input type="hidden" name={shownName(wire)} value={shown} />
      <Field
        {...control}
        hint={
          presence === 'required'
            ? undefined
            : `Default: ${(usual as number | undefined) ?? 'none'}. Leave empty to use it.`
        }
        inputMode="numeric"
        typing="whole"
        defaultValue={shown}
      />
    </>
  )
}
