// JavaScript as nodes with a class for each kind of token. Never fails: half-written code is the usual
// state of code.

import jsTokens from './vendor/js-tokens.mjs';

const KEYWORDS = new Set(
  (
    'async await break case catch class const continue debugger default delete do else ' +
    'export extends finally for from function if import in instanceof let new of return static super switch this ' +
    'throw try typeof var void while with yield'
  ).split(' '),
);
const CONSTANTS = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);

const CLASSES = {
  StringLiteral: 'string',
  NoSubstitutionTemplate: 'string',
  TemplateHead: 'string',
  TemplateMiddle: 'string',
  TemplateTail: 'string',
  RegularExpressionLiteral: 'string',
  NumericLiteral: 'number',
  MultiLineComment: 'comment',
  SingleLineComment: 'comment',
};

function classOf({type, value}, next) {
  if (type !== 'IdentifierName') return CLASSES[type] ?? '';
  if (KEYWORDS.has(value)) return 'keyword';
  if (CONSTANTS.has(value)) return 'number';
  return next === '(' ? 'call' : next === ':' ? 'key' : '';
}

/** Spans, and plain text between them, whose letters together are `code`. */
export function coloured(code) {
  const tokens = [...jsTokens(code)];
  return tokens.map((token, i) => {
    const kind = classOf(token, tokens[i + 1]?.value);
    if (!kind) return token.value;
    const span = document.createElement('span');
    span.className = kind;
    span.textContent = token.value;
    return span;
  });
}
