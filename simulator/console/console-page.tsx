import { renderToStaticMarkup } from 'react-dom/server'
import { AccountSection } from './account-section'
import { FaultForms } from './fault-forms'
import { PriceTable } from './price-table'
import type { Console } from './read-console'

export interface ConsolePageOptions {
  stylesheet: string
  /** 0: the page stays as it is. */
  refreshSeconds: number
  /** Why what was just asked was not done. */
  fault?: string
}

/** The page /dev/aws as HTML. */
export const renderConsole = (found: Console, options: ConsolePageOptions): string =>
  `<!doctype html>${renderToStaticMarkup(<ConsolePage {...found} {...options} />)}`

function ConsolePage({
  profile,
  accounts,
  prices,
  dns,
  stylesheet,
  refreshSeconds,
  fault,
}: Console & ConsolePageOptions) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refreshSeconds > 0 && <meta httpEquiv="refresh" content={String(refreshSeconds)} />}
        <title>Simulated AWS</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body className="text-portal">
        <main id="content" className="mx-auto max-w-content space-y-8 px-4 py-6">
          <header className="space-y-2">
            <div className="flex flex-wrap items-baseline justify-between gap-3">
              <h1>Simulated AWS</h1>
              <p className="flex gap-4">
                <a className="link" href="/portal">
                  Portal
                </a>
                <a className="link" href="/dev/mail">
                  Mailbox
                </a>
                {refreshSeconds > 0 ? (
                  <a className="link" href="/dev/aws">
                    Stop refreshing
                  </a>
                ) : (
                  <a className="link" href="/dev/aws?refresh=2">
                    Refresh every 2 seconds
                  </a>
                )}
              </p>
            </div>
            <p className="max-w-form text-muted">
              What happens in real life, done by hand: the owner of an account installs the stack or changes a
              role, AWS takes Spot instances back, machines break.
            </p>
            <p className="max-w-form text-muted">
              Profile <code>{profile.name}</code>: accounts {profile.says}.
            </p>
          </header>
          {fault && (
            <p role="alert" className="panel border-bad px-3 py-2 font-medium text-bad">
              {fault}
            </p>
          )}
          {accounts.length === 0 && (
            <p className="panel px-4 py-6 text-muted">
              No accounts yet. Add one on the{' '}
              <a className="link" href="/portal/external-resources">
                External Resources
              </a>{' '}
              page; any 12 digits are an account here.
            </p>
          )}
          {accounts.map((account) => (
            <AccountSection key={account.accountNumber} account={account} dns={dns} />
          ))}
          {accounts[0] && <FaultForms accountNumber={accounts[0].accountNumber} />}
          {accounts[0] && <PriceTable prices={prices} accountNumber={accounts[0].accountNumber} />}
        </main>
      </body>
    </html>
  )
}
