import {
  DescribeTagsCommand,
  type ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import type { Tags } from '../../../core/aws/ownership'
import { CloudError } from '../cloud'
import { fromAwsTags } from './aws-tags'

/** ELB tells the tags of at most this many things at once. */
const batchSize = 20

/** The tags of load balancers or target groups by ARN. What is gone since it was listed has none. */
export async function readElbTags(
  elb: ElasticLoadBalancingV2Client,
  arns: string[],
): Promise<Map<string, Tags>> {
  const tagsByArn = new Map<string, Tags>()
  for (let start = 0; start < arns.length; start += batchSize)
    for (const [arn, tags] of await readBatch(elb, arns.slice(start, start + batchSize)))
      tagsByArn.set(arn, tags)
  return tagsByArn
}

async function readBatch(elb: ElasticLoadBalancingV2Client, arns: string[]): Promise<[string, Tags][]> {
  try {
    const { TagDescriptions } = await elb.send(new DescribeTagsCommand({ ResourceArns: arns }))
    return (TagDescriptions ?? []).map(({ ResourceArn, Tags }) => [ResourceArn ?? '', fromAwsTags(Tags)])
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    // One that is gone makes AWS refuse all of them.
    if (arns.length === 1) return []
    const each = await Promise.all(arns.map((arn) => readBatch(elb, [arn])))
    return each.flat()
  }
}
