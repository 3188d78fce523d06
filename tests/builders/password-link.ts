import type { buildAccountServices } from './accounts'

/** Asks for a link to set a new password, and gives the token in the one that `email` is sent. */
export async function askForPasswordLink(
  { mail, passwords }: Pick<ReturnType<typeof buildAccountServices>, 'mail' | 'passwords'>,
  email: string,
): Promise<string> {
  const readTokens = async () =>
    (await mail.listMail(email)).flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? [])
  const before = await readTokens()
  await passwords.requestPasswordReset({ email })
  await passwords.sendPasswordResets()
  return (await readTokens()).find((token) => !before.includes(token)) ?? ''
}
