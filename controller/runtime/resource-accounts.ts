import { RecentMap } from './recent-map'

/** Of resources that are gone, so many are remembered: what they leave is done away with soon. */
const mostGone = 10_000

/** The AWS account that each resource of a kind is in, by names; also of those that went lately. */
export class ResourceAccounts {
  private readonly present = new Map<string, string>()
  private readonly gone = new RecentMap<string, string>(mostGone)

  changed(name: string, awsAccount: string): void {
    this.present.set(name, awsAccount)
    this.gone.delete(name)
  }

  removed(name: string): void {
    const awsAccount = this.present.get(name)
    if (awsAccount === undefined) return
    this.present.delete(name)
    this.gone.keep(name, awsAccount)
  }

  of(name: string): string | undefined {
    return this.present.get(name) ?? this.gone.get(name)
  }
}
