import { bindServices, type Dependencies } from '../dependencies'
import { listMail } from './list-mail'
import { sealMails } from './seal-mails'

export const mailServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { listMail, sealMails })
