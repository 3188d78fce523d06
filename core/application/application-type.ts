export const applicationTypes = ['GENERAL', 'LAMBDA'] as const
export type ApplicationType = (typeof applicationTypes)[number]
