import type { Config } from 'tailwindcss'

export default {
  content: ['./app/**/*.{ts,tsx}'],
  theme: {
    extend: {
      fontSize: { portal: ['0.875rem', '1.25rem'] },
      maxWidth: { content: '72rem', form: '32rem' },
    },
  },
} satisfies Config
