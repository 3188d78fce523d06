import { z } from 'zod'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const endpointMessage =
  'must be the address of a collector of OTLP over HTTP, without a login, which belongs into OTEL_EXPORTER_OTLP_HEADERS'
const headersMessage =
  'must be headers as NAME=VALUE, separated by commas, with percent-encoded values, or OTEL_EXPORTER_OTLP_HEADERS_FILE a file with them'

/** For OpenTelemetry an empty variable is none. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

/** The variables of OpenTelemetry that portal and controller know, as the standard names them. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    z
      .url({ protocol: /^https?$/, error: endpointMessage })
      .refine((address) => !/^https?:\/\/[^/]*@/i.test(address), endpointMessage),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z.string().transform((text, { issues }) => {
      const headers = readHeaders(text)
      if (headers) return headers
      issues.push({ code: 'custom', message: headersMessage, input: '' })
      return z.NEVER
    }),
  ),
  OTEL_SERVICE_NAME: optional(z.string().max(100, 'must have at most 100 characters')),
  OTEL_TRACES_SAMPLER: optional(z.enum(samplers, `must be one of ${samplers.join(', ')}`)),
  OTEL_TRACES_SAMPLER_ARG: optional(
    z.coerce.number('must be a number from 0 to 1').min(0, 'must be at least 0').max(1, 'must be at most 1'),
  ),
}

/** Variables that may be given as a file instead. */
export const tracingSecrets = ['OTEL_EXPORTER_OTLP_HEADERS']

export type TracingOptions = z.infer<z.ZodObject<typeof tracingVariables>>

/** The headers of a list; undefined for one that is none. */
function readHeaders(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(pair))
  try {
    const headers = pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')] as const)
    const isSendable = headers.every(([name, value]) => name !== '' && /^[\x20-\x7e]*$/.test(value))
    return isSendable ? Object.fromEntries(headers) : undefined
  } catch {
    // What is no percent-encoding is no header either.
    return undefined
  }
}
