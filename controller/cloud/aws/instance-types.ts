import {
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeInstanceTypes,
  type EC2Client,
} from '@aws-sdk/client-ec2'
import type { Offering } from '../cloud'
import { everyItem } from './bounded-answers'
import { requireAnswer, inFilterBatches } from './answers'

type InstanceType = Pick<Offering, 'instanceType' | 'vcpu' | 'memoryMib'>

/** The arm64 types of the current generation in this region among `names`, with their sizes. */
export async function listInstanceTypes(ec2: EC2Client, names: string[]): Promise<InstanceType[]> {
  const types: InstanceType[] = []
  for (const batch of inFilterBatches(names)) {
    const filters = [
      { Name: 'instance-type', Values: batch },
      { Name: 'processor-info.supported-architecture', Values: ['arm64'] },
      { Name: 'current-generation', Values: ['true'] },
      { Name: 'bare-metal', Values: ['false'] },
    ]
    const pages = paginateDescribeInstanceTypes({ client: ec2 }, { Filters: filters })
    const described = await everyItem(pages, ({ InstanceTypes }) => InstanceTypes)
    for (const { InstanceType, VCpuInfo, MemoryInfo } of described)
      types.push({
        instanceType: requireAnswer(InstanceType, 'the name of an instance type'),
        vcpu: requireAnswer(VCpuInfo?.DefaultVCpus, `how many cores ${InstanceType} has`),
        memoryMib: requireAnswer(MemoryInfo?.SizeInMiB, `how much memory ${InstanceType} has`),
      })
  }
  return types.sort((a, b) => (a.instanceType < b.instanceType ? -1 : 1))
}

/** Zones in which each type may be launched, sorted. */
export async function listZonesByType(ec2: EC2Client, names: string[]): Promise<Map<string, string[]>> {
  const zonesByType = new Map<string, string[]>()
  for (const batch of inFilterBatches(names)) {
    const request = {
      LocationType: 'availability-zone' as const,
      Filters: [{ Name: 'instance-type', Values: batch }],
    }
    const pages = paginateDescribeInstanceTypeOfferings({ client: ec2 }, request)
    const offered = await everyItem(pages, ({ InstanceTypeOfferings }) => InstanceTypeOfferings)
    for (const { InstanceType, Location } of offered)
      if (InstanceType && Location)
        zonesByType.set(InstanceType, [...(zonesByType.get(InstanceType) ?? []), Location].sort())
  }
  return zonesByType
}
