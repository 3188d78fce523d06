import { Link } from '@remix-run/react'
import { environmentSettingsPage } from '../../components/environment-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { Age, Epoch } from '../../components/moment'
import { Notice } from '../../components/notice'
import { MonthlyPrice } from '../../components/price'
import { SubmitButton } from '../../components/submit-button'
import type { IdleObstacle } from '../../../core/environment/idle'
import type { SleepCause } from '../../../core/environment/sleep-schemas'
import { longest } from '../../../core/text/longest'
import type { SleepView } from '../../services/environments/sleep-views'

interface SleepProps {
  sleep: SleepView
  nowEpoch: number
}

const causes: Record<Exclude<SleepCause, 'person'>, string> = {
  schedule: 'on schedule',
  deployment: 'by a deployment',
  idle: 'after a time without requests',
}

const causeText = ({ by = 'person', byName }: SleepView): string =>
  by === 'person' ? `by ${byName ?? 'a person'}` : causes[by]

/** What is asked for and not there yet. */
const pendingText = ({ isAsleep }: SleepView): string =>
  isAsleep ? ' It is falling asleep. A deployment in progress ends first.' : ' It is waking up.'

/** Whether it sleeps, since when, by whom, and when that ends. */
function SleepState({ sleep, nowEpoch }: SleepProps) {
  const { isAsleep, isPending, sinceEpoch, nextEpoch } = sleep
  return (
    <>
      {isAsleep ? 'Asleep' : 'Awake'}
      {sinceEpoch !== undefined && (
        <>
          {' since '}
          <Epoch epoch={sinceEpoch} />, {causeText(sleep)}
        </>
      )}
      .{isPending && pendingText(sleep)}
      {nextEpoch === undefined ? (
        isAsleep && ' No schedule wakes it.'
      ) : (
        <>
          {isAsleep ? ' It wakes ' : ' It falls asleep '}
          <Age epoch={nextEpoch} nowEpoch={nowEpoch} /> (<Epoch epoch={nextEpoch} />
          ).
        </>
      )}
    </>
  )
}

const obstacles: Record<IdleObstacle, string> = {
  metricsOff: 'Request metrics are off.',
  noPort: 'No port is exposed.',
  deploying: 'A deployment is in progress.',
  figuresMissing: 'Request metrics do not go back far enough yet.',
  figuresLate: 'Request metrics are late.',
  requests: 'Requests came lately.',
  awakeLately: 'It has not been awake for long enough yet.',
}

/** Why it does not sleep although it is to without requests. */
function StaysAwake({ because, untilEpoch }: NonNullable<SleepView['staysAwake']>) {
  return (
    <p>
      It stays awake. {obstacles[because]}
      {untilEpoch !== undefined && (
        <>
          {' '}
          Without requests, it falls asleep after <Epoch epoch={untilEpoch} />.
        </>
      )}
    </p>
  )
}

/** What is charged although nothing runs. */
const Charged = ({ sleep: { chargedAsleepPerHour } }: Pick<SleepProps, 'sleep'>) =>
  chargedAsleepPerHour === 0 ? (
    <>It has no load balancer, so nothing is charged by the hour.</>
  ) : (
    <>
      AWS still charges <MonthlyPrice perHour={chargedAsleepPerHour} /> a month for load balancers with their
      addresses. Visitors get error 503 from them.
    </>
  )

/** On the overview of an environment that sleeps. */
export function SleepNotice({
  environment: { id, name },
  sleep,
  nowEpoch,
}: SleepProps & { environment: { id: string; name: string } }) {
  if (!sleep.isAsleep) return null
  return (
    <Notice tone="info">
      <SleepState sleep={sleep} nowEpoch={nowEpoch} /> <Charged sleep={sleep} />{' '}
      <Link className="link" to={environmentSettingsPage(id, name)}>
        Wake it up
      </Link>
    </Notice>
  )
}

/** Whether an environment sleeps, the way in and out of that, and its schedule. */
export function Sleep({ sleep, nowEpoch, mayChange }: SleepProps & { mayChange: boolean }) {
  const { isAsleep, schedule, staysAwake } = sleep
  return (
    <div className="space-y-3">
      <p>
        <SleepState sleep={sleep} nowEpoch={nowEpoch} />
      </p>
      {staysAwake && <StaysAwake {...staysAwake} />}
      <p className="text-muted">
        Asleep, it has no processes and no instances. <Charged sleep={sleep} /> A schedule, a person or a
        deployment wakes it, never a visitor.
      </p>
      {mayChange ? (
        <>
          <Form name={isAsleep ? 'wake' : 'sleep'} className="">
            <SubmitButton tone="plain" pending="Saving…">
              {isAsleep ? 'Wake up' : 'Put to sleep'}
            </SubmitButton>
          </Form>
          <ScheduleForm schedule={schedule} />
        </>
      ) : (
        schedule && (
          <p>
            Falls asleep at {schedule.sleep} and wakes at {schedule.wake}, {schedule.timeZone}.
          </p>
        )
      )}
    </div>
  )
}

const scheduleFields = [
  {
    name: 'sleep',
    label: 'Falls asleep',
    hint: 'Minute, hour, day, month and weekday, as in cron. 0 20 * * 1-5 is 20:00 from Monday to Friday.',
    placeholder: '0 20 * * 1-5',
    maxLength: longest.cron,
  },
  { name: 'wake', label: 'Wakes', placeholder: '0 8 * * 1-5', maxLength: longest.cron },
  {
    name: 'timeZone',
    label: 'Time zone',
    hint: 'Such as Europe/Paris, America/New_York or UTC.',
    maxLength: longest.timeZone,
  },
] as const

const noSchedule = { timeZone: 'UTC', sleep: undefined, wake: undefined }

function ScheduleForm({ schedule }: Pick<SleepView, 'schedule'>) {
  const shown = schedule ?? noSchedule
  return (
    <>
      <Form name="setSleepSchedule" className="space-y-3">
        {scheduleFields.map((field) => (
          <Field key={field.name} {...field} defaultValue={shown[field.name]} autoComplete="off" required />
        ))}
        <SubmitButton tone="plain" pending="Saving…">
          Save sleep schedule
        </SubmitButton>
      </Form>
      {schedule && (
        <Form name="removeSleepSchedule" className="">
          <SubmitButton tone="plain" pending="Saving…">
            Remove sleep schedule
          </SubmitButton>
        </Form>
      )}
    </>
  )
}
