import type { ReactNode } from 'react'
import type { PriceDifference } from '../services/deployments/change-effects-views'
import type { DifferenceView } from '../services/deployments/difference-views'
import { choiceOf, deployedChoices, labelOf } from '../../core/environment/choices'
import { Price } from './price'
import { Table } from './table'

type Application = DifferenceView['applications'][number]

interface Row {
  key: string
  what: string
  now?: ReactNode
  then?: ReactNode
  isRemoval?: boolean
}

/** Changes of a deployment by application; whatever stays as it is, is left out. */
export function Difference({
  caption,
  difference,
  atMostPerHour,
  headers = { before: 'Now', after: 'Afterwards' },
}: {
  caption: string
  difference: DifferenceView
  atMostPerHour?: PriceDifference
  headers?: { before: string; after: string }
}) {
  const rows = [
    ...difference.applications.flatMap(rowsOf),
    ...deployedChoices.flatMap((name) => {
      const { before, after } = difference[name] ?? {}
      if (before === undefined || after === undefined) return []
      return [
        { key: name, what: choiceOf(name).term, now: labelOf(name, before), then: labelOf(name, after) },
      ]
    }),
    ...(atMostPerHour
      ? [
          {
            key: 'cost',
            what: 'Cost at most: on-demand, before traffic and logs',
            now: <Price perHour={atMostPerHour.before} />,
            then: <Price perHour={atMostPerHour.after} />,
          },
        ]
      : []),
  ]
  return (
    <Table<Row>
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      empty="Everything stays as it is."
      columns={[
        { header: 'What', long: true, cell: ({ what }) => what },
        { header: headers.before, long: true, cell: ({ now }) => now ?? <Nothing /> },
        {
          header: headers.after,
          long: true,
          cell: ({ then, isRemoval }) =>
            isRemoval ? (
              <span className="font-medium text-bad">removed</span>
            ) : (
              <span className="font-medium">{then ?? <Nothing />}</span>
            ),
        },
      ]}
    />
  )
}

const Nothing = () => <span className="text-muted">none</span>

function rowsOf({
  applicationId,
  applicationName,
  type,
  versionName,
  versionTag,
  previousVersionName,
  previousVersionTag,
  facts,
}: Application): Row[] {
  if (type === 'same') return []
  const isSameVersion = type === 'change' && versionName === previousVersionName && facts.length > 0
  return [
    ...(isSameVersion
      ? []
      : [
          {
            key: applicationId,
            what: applicationName,
            now: versionWithTag(previousVersionName, previousVersionTag),
            then: versionWithTag(versionName, versionTag),
            isRemoval: type === 'remove',
          },
        ]),
    ...facts.map(({ fact, before, after }) => ({
      key: `${applicationId} ${fact}`,
      what: `${applicationName}: ${fact}`,
      now: before,
      then: after,
    })),
  ]
}

/** A version with the tag of its image, where that says more than its name: `Release 2 (tag 3f2c1d)`. Nothing of no version. */
export const versionWithTag = (name: string | undefined, tag: string | undefined): string | undefined =>
  name === undefined || tag === undefined || tag === name ? name : `${name} (tag ${tag})`

/** Sentences on the addresses that go with a deployment, one for each application: a changed port gets a new load balancer. */
export const lostPortSentences = ({ applications }: Pick<DifferenceView, 'applications'>): string[] =>
  applications
    .filter(({ lostPorts }) => lostPorts.length > 0)
    .map(({ applicationName, lostPorts, type }) => {
      const ports = `${lostPorts.length === 1 ? 'port' : 'ports'} ${lostPorts.join(', ')}`
      return type === 'remove'
        ? `${applicationName} goes, and its addresses (${ports}) stop answering.`
        : `The load balancers of ${ports} of ${applicationName} are deleted: their addresses stop answering, and other ports get new addresses.`
    })
