import type { Config } from 'tailwindcss'

/** A colour of app/styles/app.css, which holds one value for light and one for dark. */
const themed = (name: string) => `rgb(var(--${name}) / <alpha-value>)`

export default {
  content: ['./app/**/*.{ts,tsx}', './simulator/console/**/*.tsx'],
  corePlugins: { container: false },
  theme: {
    extend: {
      colors: {
        canvas: themed('canvas'),
        surface: themed('surface'),
        line: themed('line'),
        control: themed('control'),
        ink: themed('ink'),
        muted: themed('muted'),
        accent: themed('accent'),
        'on-accent': themed('on-accent'),
        good: themed('good'),
        warn: themed('warn'),
        bad: themed('bad'),
      },
      fontFamily: {
        sans: ['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'Liberation Mono', 'monospace'],
      },
      fontSize: { portal: ['0.875rem', '1.25rem'] },
      maxWidth: { content: '72rem', form: '32rem' },
    },
  },
} satisfies Config
