import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './tests/run/longest-first'

const source = [
  'app',
  'core',
  'db',
  'controller',
  'agent',
  'cli',
  'simulator',
  'standalone',
  'crds',
  'tests/architecture',
  'tests/bench',
  'tests/releases',
  'tests/secrets',
  'tests/site',
]
const inSource = (names: string) => source.map((folder) => `${folder}/**/${names}`)

/** Tests of `suite`. Files of one worker share their modules: to load them anew for each took longer than the tests. */
const project = (
  suite: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration => ({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // As the app is built: production's React takes no other.
  esbuild: { jsxDev: false },
  test: {
    name: suite,
    isolate: false,
    // A project that runs in another profile is a suite of its own.
    env: { SDO_TEST_SUITE: process.env.SDO_TEST_SUITE ?? suite },
    setupFiles: ['tests/secrets/watch-makers.ts'],
    ...test,
  },
})

export default defineConfig({
  test: {
    globalSetup: ['tests/postgres/global-setup.ts', 'tests/jobs/build-jobs.mjs'],
    // One for each core; by default one core is left idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // What was compiled for one suite is there for the next, and for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    projects: [
      project('unit', {
        // Every core is busy and Postgres beside them: the time a test takes says nothing of what it tests.
        testTimeout: 30_000,
        include: inSource('*.test.{ts,tsx}'),
        exclude: inSource('*.isolated.test.ts'),
      }),
      project('unit', {
        name: 'unit-isolated',
        // They replace modules, or what React is built for, which others must not find replaced.
        isolate: true,
        testTimeout: 30_000,
        include: inSource('*.isolated.test.ts'),
      }),
      project('contract', {
        include: ['tests/contract/**/*.test.ts'],
        // Much of it waits, for programs, for Docker's restarts or for its turn with Docker: one more than there are cores.
        maxWorkers: availableParallelism() + 1,
        // Vitest wants projects with as many workers each to have a turn of their own.
        sequence: { groupOrder: 1 },
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      project('machines', {
        include: ['tests/machines/**/*.test.ts'],
        // Each fills a machine with what it starts.
        fileParallelism: false,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      project('simulation', {
        include: ['tests/simulation/**/*.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
    ],
  },
})
