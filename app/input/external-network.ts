import { region as ownRegion } from '../../core/aws/region'
import { vpcIdPattern } from '../../core/resources/external-network'
import { messages } from '../messages/messages'
import { rule } from './rule'

export const vpcIdRule = rule((typed: string, refuse) => {
  const id = typed.trim().toLowerCase()
  if (id === '') return refuse(messages.vpcIdMissing)
  return vpcIdPattern.test(id) ? id : refuse(messages.vpcIdWrong)
})

export const regionRule = rule((typed: string, refuse) => {
  const region = typed.trim()
  if (region === '') return refuse(messages.regionMissing)
  return region === ownRegion ? region : refuse(messages.regionWrong(ownRegion))
})
