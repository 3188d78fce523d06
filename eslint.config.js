import { readdirSync } from 'node:fs'
import tseslint from 'typescript-eslint'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'

/** Every room of the controller but one. */
const otherRooms = (room) =>
  readdirSync('controller', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== room)
    .map(({ name }) => `./controller/${name}`)

/** Folders a file of `target` must not import from, with the sentence a person reads when they do. */
const zones = [
  {
    target: './core',
    from: ['./app', './db', './controller', './agent', './standalone', './simulator'],
    message: 'core imports nothing internal.',
  },
  {
    target: './controller/planner',
    from: ['./app', './db', './agent', './standalone', './simulator', ...otherRooms('planner')],
    message: 'The planner is pure: it imports only core.',
  },
  {
    target: './app/!(services)/**',
    from: ['./db'],
    message: 'Routes, api, components, http and mail never touch the database: call a service.',
  },
  {
    target: './app',
    from: ['./controller', './agent', './standalone', './simulator'],
    message: 'The app knows neither controller nor agent.',
  },
  {
    target: './app/services',
    from: ['./app/routes', './app/api', './app/components', './app/http', './app/content'],
    message: 'Services are free of HTTP.',
  },
  {
    target: [
      './app/services/!(access|accounts|addresses|clean-out|device-login|email-verification|idle-sleep|mail|news|passwords|sessions|signing-in)/**',
      './app/services/access/!(authorized-write.ts)',
    ],
    from: ['./db/transaction.ts'],
    message:
      'Services write by authorizedWrite, for whoever may write at that moment. Only a login, the mails and news of the program itself, its cleaning out and sleep without requests begin a transaction for nobody.',
  },
  {
    target: './controller/!(mirror|deployments|account-numbers|store)/**',
    from: ['./db'],
    message: 'Only the mirror, what decides for it and the Postgres store reach the database.',
  },
  ...['deployments', 'account-numbers'].map((room) => ({
    target: `./controller/${room}`,
    from: otherRooms(room),
    message: 'This room knows rows only: the mirror asks it and copies what it decides.',
  })),
  {
    target: './controller/**/!(*.test).ts',
    from: ['./app', './agent', './standalone', './simulator'],
    message: 'The controller knows neither app nor agent, and of clouds its ports.',
  },
  {
    target: './simulator/**/!(*.test).{ts,tsx}',
    from: [
      './db',
      './agent',
      './app/services',
      './app/routes',
      './app/api',
      './app/http',
      './standalone',
      './tests',
    ],
    message: "The simulated cloud knows the controller's ports, and its console how pages of the app look.",
  },
  {
    target: './controller/runtime',
    from: otherRooms('runtime'),
    message: 'The runtime has no SDO words in it.',
  },
  {
    target: './agent',
    from: ['./app', './db', './controller', './standalone', './simulator'],
    message: 'The agent knows only core.',
  },
  {
    target: './cli',
    from: ['./app', './db', './controller', './agent', './standalone', './simulator'],
    message: 'The command line knows /v1 alone, and of core the types of what is on the wire.',
  },
  {
    target: [
      './core',
      './app',
      './db',
      './controller',
      './agent',
      './standalone',
      './simulator',
      './migrations',
    ],
    from: ['./cli'],
    message: 'The command line is published by itself: nothing of it is used elsewhere.',
  },
  {
    target: './db',
    from: ['./app', './controller', './agent', './standalone', './simulator'],
    message: 'db imports only core.',
  },
  {
    target: './migrations',
    from: ['./app', './db', './core', './controller', './agent', './standalone', './simulator'],
    message: 'Migrations import nothing.',
  },
]

const restrictPackages = (files, ignores, patterns, message) => ({
  files,
  ignores,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: patterns, message, allowTypeImports: false }] }],
  },
})

const outgoingMessage =
  'Connections go out by core/outgoing, where addresses that came from outside are checked: createFetchOutside, isReachable.'

/** What opens connections, by its module. Servers, types and what only reads an address are free. */
const waysOut = Object.entries({
  http: ['request', 'get', 'Agent', 'default'],
  https: ['request', 'get', 'Agent', 'default'],
  net: ['connect', 'createConnection', 'Socket', 'default'],
  tls: ['connect', 'TLSSocket', 'default'],
  dgram: ['createSocket', 'default'],
  dns: ['lookup', 'resolve', 'resolve4', 'resolve6', 'Resolver', 'promises', 'default'],
  'dns/promises': ['lookup', 'resolve', 'resolve4', 'resolve6', 'Resolver', 'default'],
}).flatMap(([name, importNames]) =>
  [name, `node:${name}`].map((name) => ({
    ...{ name, importNames, message: outgoingMessage },
    allowTypeImports: true,
  })),
)

/** Programs on the platform's side that connect to what its operator, AWS or the agents' keys vouch for. */
const knownPeers = [
  'core/outgoing/**',
  // DNS by name servers that isReachable let through.
  'controller/delegation/ask.ts',
  // Instances at the addresses that EC2 says, proven by a key.
  'controller/agents/agent-{client,connections}.ts',
  // The cluster of the operator's kubeconfig.
  'controller/store/kubernetes-*.ts',
  // Machines that are simulated here.
  'simulator/**',
  // The database on this machine.
  'standalone/postgres/probe.ts',
]

/** How SQL is put to the database: only under db, by functions named for what they give. */
const sqlSyntax = [
  'CallExpression[callee.property.name="query"]',
  'ImportDeclaration[source.value="sequelize"] > ImportSpecifier[imported.name=/^(literal|QueryTypes)$/]',
  'ImportDeclaration[source.value=/db\\/sql$/]',
].map((selector) => ({ selector, message: 'SQL stands under db: add a function there for what it gives.' }))

const environmentReaders = [
  '**/options.ts',
  // The AWS SDK can be told where the metadata service is in this way only.
  'agent/aws-client-options.ts',
  'standalone/**/*.mjs',
  '.github/**/*.mjs',
  'tests/**',
  'playwright.config.ts',
  'vitest.config.ts',
]

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'build/',
      'public/build/',
      '.cache/',
      '.data/',
      'tests/artifacts/',
      '.github/actions/deploy/outgoing.mjs',
    ],
  },
  ...tseslint.configs.strict,
  {
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { maxDepth: 6 }],
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      // With more, whoever reads a call has to look up which is which.
      'max-params': ['error', 5],
    },
  },
  {
    files: ['app/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['app/**', 'controller/**', 'simulator/**', 'agent/**', 'standalone/**', 'core/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...sqlSyntax] },
  },
  {
    // Its loops run over columns of figures by index, and `list[index]!` is how all of them read one; nothing else is asserted.
    files: ['controller/planner/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Its searches call themselves with numbers alone, many thousand times.
      'max-params': ['error', 6],
      'no-restricted-syntax': [
        'error',
        ...sqlSyntax,
        {
          selector: 'TSNonNullExpression:not([expression.type="MemberExpression"][expression.computed=true])',
          message: 'Only an element read by its index is asserted to be there.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    ignores: ['**/*.isolated.test.ts', 'controller/planner/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='vi'][property.name=/^(mock|doMock|resetModules)$/]",
          message: 'Other test files share the modules: name this one *.isolated.test.ts.',
        },
      ],
    },
  },
  {
    ignores: environmentReaders,
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment is read in one options.ts per process.',
        },
      ],
    },
  },
  restrictPackages(
    ['**/*.ts', '**/*.tsx'],
    [
      'controller/cloud/aws/**',
      'agent/aws-client-options.ts',
      'agent/credentials/sts-role-credentials.ts',
      'agent/output/cloudwatch-log-streams.ts',
      'agent/registries/*-login.ts',
      // The owner of the account in a trial, who is no role of ours.
      'standalone/trial/account/**',
      'controller/store/kubernetes*',
      'controller/runtime/**',
      'tests/**',
    ],
    ['@aws-sdk/*', '@smithy/*', '@kubernetes/*'],
    'The AWS SDK lives under cloud/aws and where the agent assumes roles, logs in to registries and sends output, and with the owner of a trial’s account, the Kubernetes client under store and runtime.',
  ),
  {
    // The browser's side of the app talks to its own portal alone.
    files: ['core/**', 'app/**', 'db/**', 'controller/**', 'simulator/**', 'standalone/**/*.ts'],
    ignores: ['**/*.test.ts', 'app/components/**', 'app/entry.client.tsx', ...knownPeers],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: waysOut,
          patterns: [{ group: ['undici', 'hpagent'], message: outgoingMessage, allowTypeImports: true }],
        },
      ],
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: outgoingMessage })),
      ],
    },
  },
  {
    files: ['cli/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '**/core/**',
                '!**/core/outgoing',
                '**/core/outgoing/**',
                '!**/core/outgoing/proxy-rule',
                '!**/core/outgoing/proxy-agent',
                '!**/core/application',
                '**/core/application/**',
                '!**/core/application/scaling-measures',
                '!**/core/application/variable-file',
                '!**/core/application/write-variable-file',
                '!**/core/github',
                '!**/core/github/workflow',
                '!**/core/time',
                '**/core/time/**',
                '!**/core/time/local-time',
                '!**/core/charges',
                '**/core/charges/**',
                '!**/core/charges/bill-line-labels',
                '!**/core/charges/left-out',
              ],
              allowTypeImports: true,
              message:
                'Types alone, the way by a proxy, how .env files are read, the workflow of GitHub, times of a place, and words of a bill and of scaling.',
            },
          ],
        },
      ],
    },
  },
  restrictPackages(
    ['app/services/**', 'db/**'],
    [],
    ['@remix-run/*', '@aws-sdk/*', '@kubernetes/*', 'express'],
    'Services know neither Remix nor Kubernetes nor AWS.',
  ),
  {
    files: ['standalone/**', 'tests/**', '**/*.mjs', 'crds/**', 'db/migrate.ts'],
    rules: { 'no-console': 'off' },
  },
)
