// The house rules for JavaScript. ESLint runs from the cache of npx: what it needs is taken from next to it.
const { createRequire } = require('node:module');

const near = createRequire(require.main.filename);
const js = near('@eslint/js');
const globals = near('globals');

/** The types of a comment in JSDoc: what is in the braces behind a tag. @param {string} text @returns {string[]} */
function typesIn(text) {
  return [...text.matchAll(/@\w+\s*\{/g)].map(({ index, 0: tag }) => {
    const start = index + tag.length;
    let depth = 1;
    let at = start;
    for (; depth && at < text.length; at += 1) depth += Number(text[at] === '{') - Number(text[at] === '}');
    return text.slice(start, at - 1);
  });
}

/** A type that says nothing is none: `unknown` has to be looked at before it is used, the others have a name. */
const noAny = {
  create: ({ sourceCode, report }) => ({
    Program() {
      sourceCode
        .getAllComments()
        .filter(({ type, value }) => type === 'Block' && typesIn(value).some((each) => /(?<![\w.'"])any\b/.test(each)))
        .forEach(({ loc }) => report({ loc, message: 'The type `any` says nothing: name what it is, or `unknown`.' }));
    },
  }),
};

module.exports = [
  { ignores: ['**/vendor/**', 'build/**', '**/.*/**', 'site/**', 'reports/**'] },
  js.configs.recommended,
  {
    plugins: { house: { rules: { 'no-any': noAny } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'house/no-any': 'error',
      'max-len': ['error', { code: 120 }],
      'max-lines': ['error', 650],
      'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
      // What people paste holds them.
      'no-control-regex': 'off',
      'no-nested-ternary': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['ucgsim/{report,web}/**/*.js'], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  // What code of ours in Python uses: values of any kind, as there.
  { files: ['ucgsim/web/static/{known,python}.js'], rules: { 'house/no-any': 'off' } },
  // Browsers of any age read it, to say that they are too old.
  {
    files: ['ucgsim/web/static/enough.js'],
    languageOptions: { ecmaVersion: 5, sourceType: 'script' },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }], 'no-var': 'off', 'prefer-const': 'off' },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['eslint.config.js'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
];
