/** @type {import('@remix-run/dev').AppConfig} */
export default {
  appDirectory: 'app',
  serverModuleFormat: 'esm',
  serverBuildPath: 'build/app/index.js',
  ignoredRouteFiles: ['**/*.test.*'],
  tailwind: true,
  postcss: false,
  watchPaths: ['./core', './tailwind.config.ts'],
}
