/** The one region in which SDO runs. */
export const region = 'us-east-1'
