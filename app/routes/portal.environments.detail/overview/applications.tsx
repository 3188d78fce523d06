import { applicationPage } from '../../../components/portal-links'
import { deployApplicationPage, scalePage } from '../../../components/environment-links'
import { Form } from '../../../components/form'
import { CostConfirmation } from '../../../components/forms/cost-confirmation'
import { Age, Epoch } from '../../../components/moment'
import { PageLink } from '../../../components/page-link'
import { programsKilled } from '../../../components/process-phase'
import { StatusBadge } from '../../../components/status-badge'
import { Table } from '../../../components/table'
import type { OverviewApplication } from '../../../services/environments/overview-views'
import { Address } from '../../../components/address'
import { decidedInWords, targetsInWords } from '../../../../core/application/scaling-measures'
import { localTime } from '../../../../core/time/local-time'

interface ApplicationsProps {
  applications: OverviewApplication[]
  environment: { id: string; name: string; status: { isDeleting: boolean } }
  nowEpoch: number
}

/** Each application with the version that serves, its health and its addresses. */
export function Applications({ applications, environment, nowEpoch }: ApplicationsProps) {
  return (
    <section>
      <h2 className="mb-2">Applications</h2>
      {/* One for the buttons of all rows. */}
      <Form name="restart" formId="restart" className="max-w-form [&>*]:mb-3">
        <CostConfirmation />
      </Form>
      <Table
        caption="Applications"
        rows={applications}
        rowKey={({ applicationId }) => applicationId}
        columns={[
          {
            header: 'Application',
            cell: ({ applicationId, applicationName }) => (
              <PageLink to={applicationPage(applicationId, applicationName)}>{applicationName}</PageLink>
            ),
          },
          {
            header: 'Version',
            long: true,
            cell: (application) => <Version {...application} nowEpoch={nowEpoch} />,
          },
          {
            header: 'Healthy',
            cell: (application) => <Health {...application} environment={environment} nowEpoch={nowEpoch} />,
          },
          {
            header: 'Address',
            cell: (application) => <Addresses {...application} />,
          },
          {
            header: 'Deploy',
            unlabelled: true,
            cell: ({ applicationId, applicationName, liveVersionName }) => (
              <span className="flex flex-wrap gap-2">
                <PageLink
                  to={deployApplicationPage(environment, { id: applicationId, name: applicationName })}
                  className="button"
                  aria-label={`Deploy ${applicationName}`}
                >
                  Deploy
                </PageLink>
                {liveVersionName !== undefined && !environment.status.isDeleting && (
                  <button
                    type="submit"
                    form="restart"
                    name="subject"
                    value={applicationId}
                    className="button"
                    aria-label={`Restart ${applicationName}`}
                    title="Replaces its processes one at a time, with the same version. They read their secrets again."
                  >
                    Restart
                  </button>
                )}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

/** Where people reach the application; before any version of it serves, an address would lead nowhere. */
function Addresses({ applicationName, urls, wildcards = [], liveVersionName }: OverviewApplication) {
  if (urls.length + wildcards.length === 0) return null
  if (liveVersionName === undefined) return <span className="text-muted">Opens once it is live</span>
  return (
    <span className="flex flex-col gap-1">
      {urls.map((url) => (
        <Address key={url} url={url} of={applicationName} />
      ))}
      {wildcards.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  )
}

function Version({
  liveVersionName,
  liveSinceEpoch,
  deployingVersionName,
  numWanted,
  nowEpoch,
}: OverviewApplication & { nowEpoch: number }) {
  if (deployingVersionName === undefined)
    return (
      <>
        {liveVersionName}
        {liveSinceEpoch !== undefined && (
          <span className="text-muted">
            {' · '}
            <Age epoch={liveSinceEpoch} nowEpoch={nowEpoch} />
          </span>
        )}
        {numWanted === 0 && <span className="text-muted"> (no processes wanted)</span>}
      </>
    )
  return (
    <span className="flex flex-wrap gap-x-2">
      {liveVersionName !== undefined && <span>{liveVersionName} →</span>}
      <StatusBadge tone="busy" long>
        {deployingVersionName}
      </StatusBadge>
    </span>
  )
}

function Health({
  numHealthy,
  numWanted,
  deployingVersionName,
  memoryKills,
  downSinceEpoch,
  isUnstable,
  restarts,
  applicationId,
  applicationName,
  environment,
  scaling,
  schedule,
  nowEpoch,
}: OverviewApplication & Pick<ApplicationsProps, 'environment' | 'nowEpoch'>) {
  const isWell = numHealthy >= numWanted
  const tone = isWell ? (isUnstable ? 'warn' : 'good') : deployingVersionName === undefined ? 'warn' : 'busy'
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <StatusBadge tone={tone}>{`${numHealthy} of ${numWanted}`}</StatusBadge>
        {!environment.status.isDeleting && (
          <PageLink
            to={scalePage(environment.id, applicationId)}
            aria-label={`Change the number of processes of ${applicationName}`}
          >
            Change
          </PageLink>
        )}
      </span>
      {schedule && (
        <span className="text-muted">
          {`At least ${schedule.processes} by schedule, until ${localTime(schedule.untilEpoch, schedule.timeZone)}`}
        </span>
      )}
      {scaling && <Scaling {...scaling} numWanted={numWanted} nowEpoch={nowEpoch} />}
      {downSinceEpoch !== undefined && (
        <>
          <StatusBadge tone="bad">Down</StatusBadge>
          <span className="text-muted">
            since <Epoch epoch={downSinceEpoch} />
          </span>
        </>
      )}
      {isUnstable && <StatusBadge tone="warn">Keeps crashing</StatusBadge>}
      {restarts !== undefined && (
        <span className="text-muted">{`Restarted ${restarts === 1 ? 'once' : `${restarts} times`}`}</span>
      )}
      {memoryKills !== undefined && <StatusBadge tone="warn">{programsKilled(memoryKills)}</StatusBadge>}
    </span>
  )
}

type ScalingProps = NonNullable<OverviewApplication['scaling']> &
  Pick<OverviewApplication, 'numWanted'> &
  Pick<ApplicationsProps, 'nowEpoch'>

/** What set the number of processes. */
function Scaling({ min, max, sinceEpoch, isBlind, isShort, numWanted, nowEpoch, ...figures }: ScalingProps) {
  const decided = decidedInWords(figures)
  return (
    <>
      <span className="text-muted">{`Scales from ${min} to ${max}, ${targetsInWords(figures)}`}</span>
      {decided !== undefined && sinceEpoch !== undefined && (
        <span className="text-muted">
          {`Scaled to ${numWanted} at ${decided}, `}
          <Age epoch={sinceEpoch} nowEpoch={nowEpoch} />
        </span>
      )}
      {isShort && <StatusBadge tone="warn">{`Needs more than ${max}`}</StatusBadge>}
      {isBlind && <StatusBadge tone="warn">Not scaled: usage unknown</StatusBadge>}
    </>
  )
}
