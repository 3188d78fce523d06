import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = [
  'app',
  'core',
  'db',
  'controller',
  'agent',
  'standalone',
  'crds',
  'tests/architecture',
  'tests/bench',
  'tests/secrets',
  'tests/site',
]

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    // One for each core; by default one core is left idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Every core is busy and Postgres beside them: the time a test takes says nothing of what it tests.
          testTimeout: 30_000,
          env: { SDO_TEST_SUITE: 'unit' },
          setupFiles: ['tests/secrets/watch-makers.ts'],
          include: source.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          globalSetup: ['tests/postgres/global-setup.ts', 'tests/jobs/build-jobs.mjs'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          env: { SDO_TEST_SUITE: 'contract' },
          setupFiles: ['tests/secrets/watch-makers.ts'],
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/postgres/global-setup.ts', 'tests/jobs/build-jobs.mjs'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'machines',
          env: { SDO_TEST_SUITE: 'machines' },
          setupFiles: ['tests/secrets/watch-makers.ts'],
          include: ['tests/machines/**/*.test.ts'],
          globalSetup: ['tests/postgres/global-setup.ts', 'tests/jobs/build-jobs.mjs'],
          // Each fills a machine with what it starts.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          env: { SDO_TEST_SUITE: 'simulation' },
          setupFiles: ['tests/secrets/watch-makers.ts'],
          include: ['tests/simulation/**/*.test.ts'],
          globalSetup: ['tests/postgres/global-setup.ts', 'tests/jobs/build-jobs.mjs'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
