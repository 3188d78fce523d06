import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tracingVariables } from './tracing-options'

const schema = z.object(tracingVariables)
const read = (environment: Record<string, string>) => schema.safeParse(environment)

describe('the variables of OpenTelemetry', () => {
  it('say nothing unless they are set; an empty one is none', () => {
    expect(read({}).data).toEqual({})
    const empty = Object.fromEntries(Object.keys(tracingVariables).map((name) => [name, '']))
    expect(read(empty).data).toEqual({})
  })

  it('are read as the standard has them', () => {
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db%20c, x-team = 7',
      OTEL_SERVICE_NAME: 'portal',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(read(given).data).toEqual({
      ...given,
      OTEL_EXPORTER_OTLP_HEADERS: { 'api-key': 'a=b c', 'x-team': '7' },
      OTEL_TRACES_SAMPLER_ARG: 0.25,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://sdo:hunter2@collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%E0%A4%A hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%0D%0AHost: b'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=hunter2'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('%s is refused as %j, in words that do not repeat it', (name, value) => {
    const { error } = read({ [name]: value })
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
    expect(JSON.stringify(error?.issues)).not.toContain('hunter2')
  })
})
