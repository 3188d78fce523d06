import { bindServices, type Dependencies } from '../dependencies'
import { listMadeLately } from './list-made-lately'
import { logOutElsewhere } from './log-out-elsewhere'

export const madeLatelyServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { listMadeLately, logOutElsewhere })
