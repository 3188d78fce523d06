/** A policy that lets somebody assume a role; who, is an ARN. */
export const trustPolicy = (trusted: string): object => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: trusted }, Action: 'sts:AssumeRole' }],
})
