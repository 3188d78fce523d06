import { expect, it } from 'vitest'
import { listAvoidedWords, quotedTexts, wordChoices } from '../../app/content/words'
import { filesIn, manuals, textsOfLines, textsOfMarkdown, textsOfSource } from './readable-texts'

const source = /(?<!\.test)\.(tsx?|mjs)$/

/** Everything that users, operators and developers read: the site, the portal, the documentation, the decisions, mails, the log, the command line, the chart, the conditions. */
const texts = [
  ...filesIn('app/content', /\.md$/).flatMap(textsOfMarkdown),
  ...[...manuals, ...filesIn('docs/decisions', /\.md$/), ...filesIn('docs/resources', /\.md$/)].flatMap(
    textsOfMarkdown,
  ),
  ...[
    'app/mail',
    'app/webhook',
    'core/environment-log',
    'core/news',
    'cli',
    'app/routes',
    'app/components',
    'app/messages',
    'app/api',
    'app/input',
    'app/services',
    // Messages of conditions, which operators see by kubectl, and people on pages.
    'controller/environment',
    'controller/external',
    'controller/deployments',
    'controller/reconcile',
  ]
    .flatMap((folder) => filesIn(folder, source))
    .flatMap(textsOfSource),
  ...filesIn('.github/actions/deploy', /(?<!outgoing)\.mjs$/).flatMap(textsOfSource),
  ...[
    ...filesIn('helm/sdo', /(NOTES\.txt|alerts\/.*\.yaml|Chart\.yaml)$/),
    '.github/actions/deploy/action.yml',
  ].flatMap(textsOfLines),
]

it('what people read avoids the words that the glossary replaces', () => {
  expect(texts.length).toBeGreaterThan(1500)
  const found = texts.flatMap(({ file, line, text }) =>
    listAvoidedWords(text).map(
      ({ say, not }) => `${file}:${line} has “${not}”: say “${say}”: ${text.trim()}`,
    ),
  )
  expect(found).toEqual([])
})

it('each quoted text has an avoided word and is somewhere', () => {
  const all = texts.map(({ text }) => text).join('\n')
  for (const quoted of quotedTexts) expect(all).toContain(quoted)
})

it.each(wordChoices)('“$not” is found, and “$say” is not', (choice) => {
  expect(listAvoidedWords(`It says ${choice.not} here.`)).toContain(choice)
  expect(listAvoidedWords(`It says ${choice.say} here.`)).toEqual([])
})
