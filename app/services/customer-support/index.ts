import { bindServices, type Dependencies } from '../dependencies'
import { getContact } from './get-contact'
import { sendMessage } from './send-message'

export const customerSupportServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { getContact, sendMessage })
