import { Link } from '@remix-run/react'
import type { AwaitedConfiguration } from '../services/environment-contents/awaited-configuration-views'
import { Form } from './form'
import { CostConfirmation } from './forms/cost-confirmation'
import { lostPortSentences } from './difference'
import { Notice } from './notice'
import { SubmitButton } from './submit-button'

interface AwaitedConfigurationsProps {
  /** A row for each application and environment where something waits. */
  rows: {
    /** Subject of the form, for the page's handler `deployAwaited`. */
    subject: string
    applicationName: string
    environmentName: string
    /** Subject of the row on this page: the environment, or the application. */
    name: string
    to?: string
    awaited: AwaitedConfiguration
  }[]
}

/** Saved configurations that wait for a deployment, with the button for it. Nothing where none waits. */
export function AwaitedConfigurations({ rows }: AwaitedConfigurationsProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="awaited" className="mb-6">
      <h2 id="awaited" className="mb-1">
        Saved, not deployed yet
      </h2>
      <p className="mb-2 max-w-prose text-muted">
        Running processes still have the old configuration. Deploy rolls out the saved one with the same
        version. The old processes serve until the new ones do.
      </p>
      <ul className="panel divide-y divide-line">
        {rows.map(({ subject, applicationName, environmentName, name, to, awaited }) => (
          <li key={subject} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-3 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <h3 className="font-medium [overflow-wrap:anywhere]">
                {to === undefined ? (
                  name
                ) : (
                  <Link className="link" to={to}>
                    {name}
                  </Link>
                )}
                <span className="font-normal text-muted">{` runs ${awaited.versionName}`}</span>
              </h3>
              <ul className="mt-1 text-muted">
                {awaited.facts.map(({ fact, before, after }) => (
                  <li key={fact} className="[overflow-wrap:anywhere]">
                    {`${fact}: ${before ?? 'none'} → ${after ?? 'none'}`}
                  </li>
                ))}
              </ul>
              <LostPorts applicationName={applicationName} lostPorts={awaited.lostPorts} />
            </div>
            <Form name="deployAwaited" subject={subject} className="space-y-3">
              <input type="hidden" name="versionId" value={awaited.versionId} />
              <CostConfirmation of="deployment" />
              <SubmitButton
                tone="plain"
                pending="Deploying…"
                aria-label={`Deploy ${applicationName} to ${environmentName}`}
              >
                Deploy
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LostPorts({ applicationName, lostPorts }: { applicationName: string; lostPorts: number[] }) {
  const sentences = lostPortSentences({
    applications: [{ applicationId: '', applicationName, type: 'change', facts: [], lostPorts }],
  })
  return sentences.map((sentence) => (
    <div key={sentence} className="mt-3">
      <Notice tone="warn">{sentence}</Notice>
    </div>
  ))
}
