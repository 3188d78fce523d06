/** What is sent, without to whom. */
export interface Mail {
  subject: string
  text: string
  html: string
}
