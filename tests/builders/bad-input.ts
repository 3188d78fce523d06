/** Texts that somebody may type or send anywhere, by what is special about them. */
export const badTexts: Record<string, string> = {
  'an empty text': '',
  'blanks alone': ' \t\n\u00a0',
  'a very long text': 'a'.repeat(100_000),
  'a NUL': 'Ada\0Lovelace',
  'half of a surrogate pair': 'Ada\ud83d',
  'the other half': '\udc00Ada',
  'right to left': 'أدا لافليس',
  'an override of the direction': '\u202egnp.exe',
  'an emoji of several characters': '👩🏽‍🔬',
  'combining characters': `Z${'\u0301\u0335'.repeat(20)}algo`,
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&',
  'a formula': '=HYPERLINK("http://evil.example","x")',
  SQL: "x'; DROP TABLE users; --",
  'a path': '../../../../etc/passwd',
  'header lines': 'Ada\r\nBcc: everybody@example.com',
  'a number beyond all': '1e999',
  __proto__: '__proto__',
}

/** Values of another type than a text. */
export const otherTypes: Record<string, unknown> = {
  null: null,
  true: true,
  zero: 0,
  'a negative number': -1,
  'a fraction': 0.1,
  'a very large number': 1e308,
  'an array': [],
  'arrays in arrays': [[['a']]],
  'an object': {},
  'an object with a prototype': JSON.parse(
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  ) as unknown,
}

/** Bodies that are not what any call takes. */
export const badBodies: Record<string, string> = {
  nothing: '',
  'not JSON': '{',
  null: 'null',
  'a text': '"x"',
  'a number': '1',
  'an array': '[]',
  'arrays in arrays, very deep': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  'objects in objects, very deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a prototype': '{"__proto__":{"isAdmin":true}}',
  'a form': 'name=Ada&email=ada%40example.com',
  NULs: '\0\0\0',
}

/** What nobody outside must be shown: the inside of the program. */
export const insides =
  /node_modules|\bat \S+ \(|\.tsx?:\d|\.js:\d+:\d|Sequelize|SELECT |INSERT |violates|\[object |undefined/
