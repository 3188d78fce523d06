import type { AwsAccountState } from '../../../core/resources/wire-states'
import { CopyText } from '../../components/copy-text'
import { templateFile } from '../../components/external-resource-links'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Notice } from '../../components/notice'
import { Said } from '../../components/remedy-link'
import { SubmitButton } from '../../components/submit-button'
import { pageAddress } from '../../components/portal-links'

/** The states in which there is something to set up, or was. */
export type ConfigurationState = Exclude<AwsAccountState, 'INITIALIZING'>

const texts: Record<ConfigurationState, { tone: 'good' | 'bad' | 'warn' | 'busy'; text: string }> = {
  INITIAL_SETUP: {
    tone: 'warn',
    text: 'Apply the CloudFormation template in your account, then press Update Status.',
  },
  CONFIGURATION_CHANGE: {
    tone: 'warn',
    text: 'The required roles have changed. Download the new template, apply it, then press Update Status.',
  },
  UPDATING_STATUS: { tone: 'busy', text: 'Your account is being examined.' },
  DELETING: { tone: 'busy', text: 'The resources in your account are being cleaned up.' },
  FAILURE: { tone: 'bad', text: 'The roles in your account are not set up correctly.' },
  SUCCESS: { tone: 'good', text: 'Your account is ready.' },
}

const docs = '/docs/external-resources#status-of-an-account'

interface SetupStatusProps {
  awsAccountId: string
  state: ConfigurationState
  message: string
  installCommand: string
  /** Environments for which SDO cannot use its role, with why. */
  refusals: { name: string; message: string }[]
  /** Whether environments may be created in it and none has been. */
  isFirst: boolean
}

/** Where the setup stands, and the three steps to its end. */
export function SetupStatus({
  awsAccountId,
  state,
  message,
  installCommand,
  refusals,
  isFirst,
}: SetupStatusProps) {
  const { tone, text } = texts[state]
  const canUpdate = state !== 'UPDATING_STATUS' && state !== 'DELETING'
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="mb-2">
        Configuration status
      </h2>
      {refusals.map((refusal) => (
        <Notice key={refusal.name} tone="bad">
          {`SDO cannot use its role for ${refusal.name}.`}
          <p className="mt-1">
            <Said message={refusal.message} docs={docs} />
          </p>
        </Notice>
      ))}
      {(refusals.length === 0 || state !== 'SUCCESS') && (
        <Notice tone={tone} role="status">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {state === 'CONFIGURATION_CHANGE' && message ? <Said message={message} docs={docs} /> : text}
            {state === 'SUCCESS' && isFirst && (
              <LinkButton primary to={pageAddress('environments/create', { account: awsAccountId })}>
                Create environment
              </LinkButton>
            )}
          </div>
          {state === 'FAILURE' && (
            <p className="mt-1">
              <Said message={message} docs={docs} />
            </p>
          )}
        </Notice>
      )}
      <ol className="list-decimal space-y-4 pl-6">
        <li>
          <p className="mb-1">Download the template of the roles that SDO works with.</p>
          <LinkButton reloadDocument to={templateFile(awsAccountId)}>
            Download cloudformation.json
          </LinkButton>
        </li>
        <li>
          <p className="mb-1">
            Apply it in your account, with the AWS CLI as a user who may create roles, or as a stack in the
            CloudFormation console:
          </p>
          <CopyText label="command" text={installCommand} />
        </li>
        <li>
          <p className="mb-1">Check the roles. This page updates automatically.</p>
          {canUpdate && (
            <Form name="updateStatus" className="">
              <SubmitButton pending="Updating…">Update Status</SubmitButton>
            </Form>
          )}
        </li>
      </ol>
    </section>
  )
}
