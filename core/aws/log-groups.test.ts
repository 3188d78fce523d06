import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logStreamPage, tailCommand, logGroupName, logStreamName } from './log-groups'

const named = fc.record({ id: fc.string({ minLength: 1 }), name: fc.string({ minLength: 1 }) })

describe('the name of a log group', () => {
  it('tells the environment and the application, and two of one name apart', () => {
    const environment = { id: '3f0c2d4e-0000', name: 'Production' }
    expect(logGroupName(environment, { id: '9a8b7c6d-0000', name: 'Shop front' })).toBe(
      '/sdo/Production-3f0c2d4e/Shop_front-9a8b7c6d',
    )
    expect(logGroupName(environment, { id: '11111111-0000', name: 'Shop front' })).not.toBe(
      logGroupName(environment, { id: '22222222-0000', name: 'Shop front' }),
    )
  })

  it('is one that AWS takes, below our path and two parts deep, whatever people call things', () => {
    fc.assert(
      fc.property(named, named, (environment, application) => {
        const name = logGroupName(environment, application)
        expect(name).toMatch(/^\/sdo\/[\w.-]+\/[\w.-]+$/)
        expect(name.length).toBeLessThanOrEqual(512)
      }),
    )
  })
})

it('the name of a log stream has nothing in it that AWS refuses', () => {
  expect(logStreamName('3f0c2d4e-1111')).toBe('3f0c2d4e-1111')
  expect(logStreamName('a:b*c')).toBe('a_b_c')
})

it('the address of a stream in the console is escaped as the console reads it', () => {
  expect(logStreamPage('/sdo/a-1/b-2', 'process-1')).toBe(
    'https://us-east-1.console.aws.amazon.com/cloudwatch/home?region=us-east-1#logsV2:log-groups/log-group/$252Fsdo$252Fa-1$252Fb-2/log-events/process-1',
  )
  expect(tailCommand('/sdo/a-1/b-2', 'process-1')).toBe(
    "aws logs tail '/sdo/a-1/b-2' --log-stream-names 'process-1' --follow --region us-east-1",
  )
})
