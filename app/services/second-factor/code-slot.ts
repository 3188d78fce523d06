import { CodeSlot, type CodeProof } from '../../../db/models/code-slot'
import { KnownBrowser } from '../../../db/models/known-browser'
import type { User } from '../../../db/models/user'
import { securityNoticeMail } from '../../mail/security-notice-mail'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { afterWrongCode, codeWaitMilliseconds, freeWrongCodes, wrongCodesAt } from './code-wait'

/** The row in which codes of the second factor are counted and wait for each other. */
interface OpenCodeSlot {
  /** How long until a code may be tried; nothing or less when it may be now. */
  waitMilliseconds: number
  recordTry(): Promise<void>
  recordWrong(): Promise<void>
}

/**
 * The slot of codes that are typed for `user`: that of the browser when it is known, so that no other one can keep its owner
 * waiting, otherwise that of everybody who has proved the same. For the transaction that locks `user`.
 */
export async function openCodeSlot(
  dependencies: Dependencies,
  user: User,
  { proof, browser }: { proof: CodeProof; browser: KnownBrowser | undefined },
): Promise<OpenCodeSlot> {
  const known = browser && (await KnownBrowser.findByPk(browser.id, { lock: true }))
  return known ? slotOfBrowser(dependencies, known) : slotOfProof(dependencies, user, proof)
}

/** The slot of a known browser, whose wrong codes are counted with its wrong passwords, before each attempt. */
function slotOfBrowser({ clock }: Dependencies, browser: KnownBrowser): OpenCodeSlot {
  const now = clock.now()
  const triedEpoch = browser.codeTriedAt?.getTime() ?? 0
  return {
    waitMilliseconds: triedEpoch + codeWaitMilliseconds(0) - now,
    async recordTry() {
      await browser.update({ codeTriedAt: new Date(now) })
    },
    async recordWrong() {},
  }
}

async function slotOfProof(dependencies: Dependencies, user: User, proof: CodeProof): Promise<OpenCodeSlot> {
  const now = dependencies.clock.now()
  const key = { userId: user.id, proof }
  const slot = await CodeSlot.findOne({ where: key })
  const [triedEpoch, forgivenEpoch] = [slot?.codeTriedAt.getTime() ?? 0, slot?.forgivenAt.getTime() ?? 0]
  const wrongCodes = wrongCodesAt(now, forgivenEpoch)
  const codeTriedAt = new Date(now)
  return {
    waitMilliseconds: triedEpoch + codeWaitMilliseconds(wrongCodes) - now,
    async recordTry() {
      await CodeSlot.upsert({
        ...key,
        codeTriedAt,
        forgivenAt: slot?.forgivenAt ?? codeTriedAt,
        isTold: slot?.isTold ?? false,
      })
    },
    async recordWrong() {
      const wasTold = wrongCodes > 0 && slot?.isTold === true
      const isTold = wasTold || wrongCodes + 1 >= freeWrongCodes
      const forgivenAt = new Date(afterWrongCode(now, forgivenEpoch))
      await CodeSlot.upsert({ ...key, codeTriedAt, forgivenAt, isTold })
      if (isTold && !wasTold) await tellOwner(dependencies, user, proof)
    },
  }
}

const whoByProof: Record<CodeProof, string> = {
  password: 'Somebody who knows your password',
  mailbox: 'Somebody who can read your e-mails',
}

const tellOwner = (dependencies: Dependencies, owner: User, proof: CodeProof) =>
  queueMail(
    dependencies,
    owner.email,
    securityNoticeMail({
      owner,
      what: `${whoByProof[proof]} typed ${freeWrongCodes} wrong codes`,
      consequence:
        'Nobody got in. More codes have to wait for a while, but not in a browser that you logged in with before.',
      publicUrl: dependencies.publicUrl,
    }),
  )
