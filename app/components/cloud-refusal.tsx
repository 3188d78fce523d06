import type { ReactNode } from 'react'
import type { CloudRefusal } from '../services/aws-accounts/cloud-refusal'
import { rolesPage } from './external-resource-links'
import { Notice } from './notice'
import { PageLink } from './page-link'
import { RemedyLink } from './remedy-link'
import { remedyOfReason } from '../messages/remedies'

const summaries: Record<CloudRefusal['reason'], string> = {
  AccessDenied: 'SDO cannot use its role in the AWS account.',
  AccountNotReady: 'AWS has not opened the account for a request yet.',
  QuotaExceeded: 'A quota of the AWS account is used up.',
  CloudError: 'AWS refused a request.',
}

interface CloudRefusalProps {
  refusal: CloudRefusal
  /** Only admins may look at an account. */
  isAdmin: boolean
}

/** Why AWS does not do what an environment needs, in one line. */
export function CloudRefusalLine({ refusal: { reason, awsAccountId }, isAdmin }: CloudRefusalProps) {
  return reason === 'AccessDenied' && isAdmin ? (
    <PageLink to={rolesPage(awsAccountId)}>{summaries[reason]}</PageLink>
  ) : (
    <span className="text-muted">{summaries[reason]}</span>
  )
}

/** A refusal with AWS's message and what to do. */
export function CloudRefusalNotice({
  refusal: { reason, message, awsAccountId },
  isAdmin,
  children,
}: CloudRefusalProps & {
  /** Whom it concerns, where that is not the page. */
  children?: ReactNode
}) {
  return (
    <Notice tone="bad">
      {children}
      <p className="[overflow-wrap:anywhere]">
        {message} <RemedyLink docs={remedyOfReason(reason)} />
      </p>
      {reason === 'AccessDenied' && (
        <p className="mt-1">
          {isAdmin ? (
            <PageLink to={rolesPage(awsAccountId)}>Roles of the AWS account</PageLink>
          ) : (
            'An admin of your team can look at the account.'
          )}
        </p>
      )}
    </Notice>
  )
}
