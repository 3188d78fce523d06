/** Of everybody, until a test changes it. Apart from people.ts: who imports that has all of the site's code, once more. */
export const password = 'correct-horse'
