import { region as ownRegion } from '../../core/aws/region'
import type { VpcState } from '../state'

export const isHere = ({ region }: VpcState): boolean => (region ?? ownRegion) === ownRegion

/** All ranges of a VPC, sorted. */
export const rangesOf = ({ cidr, otherCidrs = [] }: VpcState): string[] => [cidr, ...otherCidrs].sort()
