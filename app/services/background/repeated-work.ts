import { withJitter } from '../../../core/time/backoff'
import { hourMilliseconds, minuteMilliseconds } from '../../../core/time/durations'
import type { MailTransport } from '../../mail/mail-transport'
import { cleanOut } from '../clean-out/clean-out'
import type { Dependencies } from '../dependencies'
import { sleepIdle } from '../idle-sleep/sleep-idle'
import { giveUpAbandonedMails } from '../mail/give-up-abandoned-mails'
import { measureMails } from '../mail/measure-mails'
import { tellOfNews } from '../news/tell-of-news'
import { tellOfUsage } from '../news/tell-of-usage'
import { sendPasswordResets } from '../passwords/send-password-resets'

/** What every process of the portal does over and over by itself. */
export interface RepeatedWork {
  /** The log's sentence for a turn that failed; the next one tries again. */
  failure: string
  /** How long to wait after each turn, in milliseconds. */
  pause: (random: () => number) => number
  work: (dependencies: Dependencies, mail: Pick<MailTransport, 'showsStoredMails'>) => Promise<unknown>
}

const about = (milliseconds: number) => (random: () => number) => withJitter(milliseconds, random)

export const repeatedWork = {
  /**
   * At moments of its own, which no request wakes it to and nobody can foretell: whoever asks for a link and looks how long the next
   * answer takes does not meet the work that it makes.
   */
  passwordResets: {
    failure: 'Links to set a new password could not be sent',
    pause: (random) => 500 + 2_000 * random(),
    work: sendPasswordResets,
  },
  news: { failure: 'Nobody could be notified of news', pause: about(5_000), work: tellOfNews },
  /** Once a minute, as use is measured. */
  usageWarnings: {
    failure: 'What applications use could not be judged',
    pause: about(minuteMilliseconds),
    work: tellOfUsage,
  },
  idleSleep: {
    failure: 'Environments without requests could not be put to sleep',
    pause: about(minuteMilliseconds),
    work: sleepIdle,
  },
  /** Not whenever metrics are read, which must not wait for a database that is away or busy. */
  mailMeasures: {
    failure: 'Waiting e-mails could not be counted',
    pause: about(minuteMilliseconds),
    work: measureMails,
  },
  abandonedMails: {
    failure: 'E-mails of processes that are gone could not be given up',
    pause: about(hourMilliseconds),
    work: (dependencies, { showsStoredMails }) =>
      giveUpAbandonedMails(dependencies, { keepsContent: showsStoredMails }),
  },
  cleaningOut: {
    failure: 'What is past its retention could not be removed',
    pause: about(hourMilliseconds),
    work: cleanOut,
  },
} satisfies Record<string, RepeatedWork>
