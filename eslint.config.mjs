// The rules of JavaScript that `tools/check_lint` applies. How it is laid out is Prettier's (`tools/check_format`).

import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: {globals: {...globals.browser, ...globals.node, ...globals.serviceworker}},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      eqeqeq: 'error',
      'no-empty-pattern': 'off', // a fixture of Playwright that needs no other says so: ({}, use) => ...
      'no-unused-vars': ['error', {ignoreRestSiblings: true}],
      'no-useless-concat': 'error',
      'no-var': 'error',
      'prefer-const': ['error', {destructuring: 'all'}],
      // Beyond that there are two ideas in one place; Prettier takes more lines than a person.
      'max-lines': ['error', {max: 400, skipBlankLines: true, skipComments: true}],
    },
  },
];
