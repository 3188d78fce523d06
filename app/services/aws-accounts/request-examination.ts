import { nextExamination, nextRevision } from '../../../db/desired-revision'
import { AwsAccount } from '../../../db/models/aws-account'

/** The account shows that it is being examined from now until the controller has answered this very request. */
export const requestExamination = ({ id }: AwsAccount) =>
  AwsAccount.update(
    {
      state: 'UPDATING_STATUS',
      verifyRequest: nextExamination,
      desiredRevision: nextRevision,
    },
    { where: { id } },
  )
