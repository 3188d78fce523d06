import type { Dependencies } from './dependencies'

/** Every use case, by area. Pages and calls get this object and never import a service. */
export const createServices = (_dependencies: Dependencies) => ({})

export type Services = ReturnType<typeof createServices>
