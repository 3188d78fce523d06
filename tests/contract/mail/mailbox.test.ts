import { createMailbox } from '../../../app/mail/mailbox'
import { describeMailTransport } from './mail-transport-contract'

const lines: string[] = []
const transport = createMailbox((line) => lines.push(line))

describeMailTransport('the mailbox', () => ({
  transport,
  recipientsOf: (subject) =>
    lines.flatMap((line) => (line.endsWith(subject) ? (/^E-mail to (\S+): /.exec(line)?.[1] ?? []) : [])),
}))
