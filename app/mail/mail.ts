/** A mail without its recipient. */
export interface Mail {
  subject: string
  text: string
  html: string
  /** Where its recipient can end such mails; mail programs offer it. */
  unsubscribePage?: string
}
