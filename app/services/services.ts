import { accountServices } from './accounts/index'
import type { Dependencies } from './dependencies'
import { userServices } from './users/index'

/** Every use case, by area. Pages and calls get this object and never import a service. */
export const createServices = (dependencies: Dependencies) => ({
  accounts: accountServices(dependencies),
  users: userServices(dependencies),
})

export type Services = ReturnType<typeof createServices>
