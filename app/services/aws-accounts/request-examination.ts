import { Op } from 'sequelize'
import { nextExamination, nextRevision } from '../../../db/desired-revision'
import { AwsAccount } from '../../../db/models/aws-account'

/** Has an account examined that goes on showing what was found last; the answer changes it. */
export const requestQuietExamination = (id: string) =>
  AwsAccount.update(
    { verifyRequest: nextExamination, desiredRevision: nextRevision },
    { where: { id, deletingAt: null, state: { [Op.ne]: 'UPDATING_STATUS' } } },
  )

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
