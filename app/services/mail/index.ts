import { bindServices, type Dependencies } from '../dependencies'
import { listMail } from './list-mail'

export const mailServices = (dependencies: Dependencies) => bindServices(dependencies, { listMail })
