import { Notice } from '../../components/notice'
import { sizeText } from '../../components/size-text'
import { applicationSizeRule } from '../../input/application-size'

interface Size {
  cpuCount: number
  memoryMb: number
}

/** The size in the address, for the form to begin with; undefined where there is none, or none that the form accepts. */
export function readSize(query: (name: string) => string): Size | undefined {
  const { data } = applicationSizeRule.safeParse({ cpuCount: query('cpuCount'), memoryMb: query('memoryMb') })
  if (data?.cpuCount === undefined || data.memoryMb === undefined) return undefined
  return { cpuCount: data.cpuCount, memoryMb: data.memoryMb }
}

/** Says that the form holds another size than the one that is saved. */
export const SizeNotice = ({ config, size }: { config: Size; size: Size }) =>
  config.cpuCount === size.cpuCount && config.memoryMb === size.memoryMb ? null : (
    <Notice tone="info">
      {`The form has the suggested size: ${sizeText(size)}, instead of ${sizeText(config)}. It is not saved yet. Save it, then deploy it to each environment.`}
    </Notice>
  )
