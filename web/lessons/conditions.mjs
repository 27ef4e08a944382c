// When a goal is reached: text of a lesson, compared with facts of cells and pages.
//
//   isReached(conditions('fit.steps >= 300 and fit.runs = 1'), {kind: 'fit', steps: 300, runs: 1})   // true

const OPERATORS = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '=': (a, b) => a === b,
};

/** [{kind, field, operator, value}]; throws what is wrong with the text. */
export function conditions(text) {
  return text.split(/\s+and\s+/).map((part) => {
    const match = part.trim().match(/^(\w+)\.(\w+)\s*(>=|<=|>|<|=)\s*(\S+)$/);
    const number = match && /^-?[\d.]+(e-?\d+)?$/.test(match[4]);
    if (!match || (!number && (match[3] !== '=' || !/^[a-z][\w-]*$/i.test(match[4])))) {
      throw new Error(`"${part}" is no condition of a goal`);
    }
    const [, kind, field, operator, value] = match;
    return {kind, field, operator, value: number ? Number(value) : value};
  });
}

/** Words are compared with what a field is as text: `page.recompute = true`. */
export const isReached = (list, fact) =>
  list.every(
    ({kind, field, operator, value}) =>
      fact.kind === kind && OPERATORS[operator](typeof value === 'string' ? String(fact[field]) : fact[field], value),
  );
