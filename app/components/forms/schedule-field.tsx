import type { ComponentProps } from 'react'
import { noSchedule, scheduleLine, type ScheduleEntry } from '../../../core/application/schedule'
import { TextAreaField } from '../field'

interface ScheduleFieldProps extends ComponentProps<typeof TextAreaField> {
  schedule: ScheduleEntry[] | undefined
}

/** An entry on each line, as it can be read without scripts. */
export const ScheduleField = ({ schedule, ...field }: ScheduleFieldProps) => (
  <TextAreaField
    rows={Math.max(2, schedule?.length ?? 0)}
    spellCheck={false}
    className="input font-mono"
    {...field}
    defaultValue={scheduleText(schedule)}
  />
)

/** What stands in the field; nothing where nobody said anything. */
export const scheduleText = (schedule: ScheduleEntry[] | undefined): string =>
  schedule?.length === 0 ? noSchedule : (schedule ?? []).map(scheduleLine).join('\n')
