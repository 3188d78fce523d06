import { describe, expect, it } from 'vitest'
import { CloudError } from '../../controller/cloud/cloud'
import { seededRandom } from '../builders/seeded-random'
import { buildCertificateBench, noHttps } from './certificate-bench'
import { runAmongDeaths } from './among-deaths'
import { Death } from './mortal'

const seeds = 8

describe('a controller that dies at any call while HTTPS comes and goes', () => {
  it(`leaves nothing behind, touches nothing of the customer’s, and shows nobody a certificate that does not fit (${seeds} seeds)`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildCertificateBench({ seed, timings: { visibilityLagMs: seed % 2 ? 0 : 3000 } })
      const { accountNumber } = bench.zoneAccount
      for (const name of ['mail.example.com', '_dmarc.example.com'])
        await bench.aws.customer.putRecord(accountNumber, {
          zoneId: bench.zoneId,
          name,
          type: 'TXT',
          value: '"theirs"',
        })
      const theirs = await bench.requestTheirs('shop.example.com')
      const foreign = bench.foreign()
      const at = (what: string) => `seed ${seed}: ${what}`
      await bench.deployLive()
      const lives = (step: string) => ({
        mostCalls: 120,
        pauseMs: 2000,
        withinSeconds: 900,
        check: () => expect(bench.faults(), at(step)).toEqual([]),
      })

      await bench.link({ hostedZone: 'zone-1' })
      await runAmongDeaths(bench, random, () => bench.isHttps('www.example.com'), lives('link'))

      await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
      await runAmongDeaths(
        bench,
        random,
        async () =>
          bench.isHttps('www.b.example.com') &&
          bench.names().length === 1 &&
          (await bench.find())?.status?.certificates?.length === 1,
        lives('relink'),
      )
      expect(bench.certificates().map(({ domainNames }) => domainNames)).toEqual([
        ['shop.example.com'],
        ['*.b.example.com'],
      ])

      if (seed % 2 === 0) {
        await bench.unlink()
        const isOver = async () => {
          const status = (await bench.find())?.status
          return status?.certificates === undefined && status?.dns === undefined
        }
        await runAmongDeaths(bench, random, isOver, lives('unlink'))
        expect(bench.httpsLeftovers(), at('unlink')).toEqual({
          ...noHttps,
          certificates: [['shop.example.com']],
        })
      }
      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives('delete'))
      expect(bench.httpsLeftovers(), at('delete')).toEqual({
        ...noHttps,
        certificates: [['shop.example.com']],
      })
      expect(bench.certificates().map(({ id }) => id)).toEqual([theirs])
      expect(bench.names()).toEqual([])
      expect(bench.foreign(), at('delete')).toEqual(foreign)
    }
  }, 300_000)

  it.each([
    'acm:RequestCertificate',
    'acm:DescribeCertificate',
    'acm:ListCertificates',
    'acm:DeleteCertificate',
    'elasticloadbalancing:CreateListener',
    'elasticloadbalancing:ModifyListener',
    'elasticloadbalancing:DeleteListener',
    'elasticloadbalancing:AddListenerCertificates',
    'elasticloadbalancing:RemoveListenerCertificates',
    'route53:ChangeResourceRecordSets',
  ])(
    'at %s, before its effect, after it, or with its answer lost, leaves nothing',
    async (action) => {
      for (const moment of ['before', 'after', 'lost'] as const)
        for (let nth = 1; nth <= 2; nth++) {
          const what = `${action} ${moment} ${nth}`
          const bench = await buildCertificateBench({ timings: { visibilityLagMs: 2000 } })
          await bench.deployLive()
          let calls = 0
          bench.aws.faults.onCall(
            action,
            () => {
              if (++calls !== nth) return
              if (moment === 'lost') throw new CloudError('unavailable', 'The answer was lost.')
              bench.replaceController()
              throw new Death('at a call')
            },
            moment === 'before' ? 'before' : 'after',
          )
          const until = async (condition: () => boolean | Promise<boolean>) => {
            const limit = bench.clock.now() + 600_000
            while (!(await condition())) {
              if (bench.clock.now() > limit) throw new Error(`${what}: ${JSON.stringify(await bench.find())}`)
              await bench.step().catch(async (error: unknown) => {
                if (!(error instanceof Death)) throw error
                await bench.clock.advance(1000)
              })
              expect(bench.faults(), what).toEqual([])
            }
          }
          await bench.link({ hostedZone: 'zone-1' })
          await until(() => bench.isHttps('www.example.com'))
          await bench.link({ hostedZone: 'zone-1', subdomain: 'b' })
          await until(
            async () =>
              bench.isHttps('www.b.example.com') && (await bench.find())?.status?.certificates?.length === 1,
          )
          await bench.unlink()
          await until(async () => {
            const status = (await bench.find())?.status
            return status?.certificates === undefined && status?.dns === undefined
          })
          expect(bench.httpsLeftovers(), what).toEqual(noHttps)
        }
    },
    120_000,
  )
})
