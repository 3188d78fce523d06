import { usageRangeNames, usageRanges, type UsageRange } from '../../services/usage/usage-views'
import { ChoiceLinks } from '../choice-links'

interface UsageRangesProps {
  range: UsageRange
  /** The same page, of another range. */
  to: (range: UsageRange) => string
  ranges?: UsageRange[]
}

/** How far back the curves of a page go. */
export const UsageRanges = ({ range, to, ranges = usageRangeNames }: UsageRangesProps) => (
  <div className="mb-4">
    <ChoiceLinks
      label="How far back"
      choices={ranges.map((each) => ({
        label: usageRanges[each].label,
        to: to(each),
        isOpen: each === range,
      }))}
    />
  </div>
)
