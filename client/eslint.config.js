import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'src/locales/', 'src/dev/fixtures/', '**/*.gen.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    files: ['src/**'],
    ignores: ['src/games/allin/**', 'src/games/karma/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value', 'SvelteLiteral[value', 'TemplateElement[value.raw'].map((text) => ({
          selector: `${text}=/^(allin|karma)$/]`,
          message: 'A game is named in its own folder only; ask the registry (src/games).',
        })),
      ],
    },
  },
  {
    rules: {
      'max-len': ['error', { code: 120 }],
      eqeqeq: 'error',
      // Plain ones on purpose: what nothing on screen watches.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-undef': 'off', // TypeScript sees to it
    },
  },
);
