import { region as ownRegion } from '../../core/aws/region'
import { vpcIdPattern } from '../../core/resources/external-network'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'

/** @throws DomainError `invalid` at `field` */
export function requireVpcId(typed: string, field: string): string {
  const id = typed.trim().toLowerCase()
  if (id === '') throw invalid(messages.vpcIdMissing, { [field]: messages.vpcIdMissing })
  if (!vpcIdPattern.test(id)) throw invalid(messages.vpcIdWrong, { [field]: messages.vpcIdWrong })
  return id
}

/** @throws DomainError `invalid` at `field` */
export function requireRegion(typed: string, field: string): string {
  const region = typed.trim()
  if (region === '') throw invalid(messages.regionMissing, { [field]: messages.regionMissing })
  const wrong = messages.regionWrong(ownRegion)
  if (region !== ownRegion) throw invalid(wrong, { [field]: wrong })
  return region
}
