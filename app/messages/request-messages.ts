import { declareMessages } from '../../core/messages/declare-messages'
import { tooLong, tooMany } from '../../core/text/longest'
import { andMore } from '../../core/errors'

/** Messages about requests that nobody could answer, whatever they ask for. */
export const requestMessages = declareMessages('requests', {
  notUnderstood: 'The request could not be understood.',
  addressWrong: 'The address of this request could not be understood.',
  tooLarge: 'The request is larger than 1 MB.',
  methodNotAnswered: (method: string) => `${method} is not answered here.`,
  databaseAway: 'SDO cannot reach its database right now. Please try again in a moment.',
  docsPageMissing: 'The documentation has no such page. Choose one in its list, or search for a word.',

  fromElsewhere:
    'You logged in or out after this page was opened, or the request came from another site. Go back, reload the page and try again.',
  callFromElsewhere:
    'A write that is authenticated by the cookie needs the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN, and must not come from another site. Programs send their token as Authorization: Bearer instead.',

  queryTooLong: ({ name, characters }: { name: string; characters: number }) =>
    `In the address of this page, ${name} may have at most ${characters} characters.`,
  formUnknown: 'This form is not known. Reload the page and try again.',
  formTooWide: (fields: number) => `A form may have at most ${fields} fields.`,
  formTooLong: (characters: number) => `A form may have at most ${characters} characters in all its fields.`,
  formWrong: (more: number) => `Please check the marked fields${andMore(more)}.`,
  tooLong,
  tooMany,
  notOneLine: 'This must be one line without invisible characters.',
  numberWrong: (fault: string) => fault,
  settingWrong: (fault: string) => fault,
  /** For a text that Postgres does not keep. */
  unstorable:
    'This contains characters that are not text (a NUL or half of a pair). Remove them, and try again.',

  pagesFollow: (streams: number) => `Your pages follow ${streams} streams already. Close one.`,
  teamFollows: (streams: number) =>
    `Your team follows ${streams} streams already, or everybody together too many. End one, or ask again in a minute.`,
})
