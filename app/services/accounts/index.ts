import { bindServices, type Dependencies } from '../dependencies'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { getAccount } from './get-account'
import { getRegistration } from './get-registration'
import { setMailingList } from './set-mailing-list'
import { setMails } from './set-mails'
import { setTeamName } from './set-team-name'

export const accountServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createAccount,
    deleteAccount,
    getAccount,
    getRegistration,
    setMailingList,
    setMails,
    setTeamName,
  })
