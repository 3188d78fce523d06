/** The one kind of event of a customer's account that is passed on to us. */
export const interruptionSource = 'aws.ec2'
export const interruptionDetailType = 'EC2 Spot Instance Interruption Warning'
