// What a run of the page's tests prints: a line for each test; "FAIL NAME" or "FLAKY NAME" with what was said and the
// picture's path, where a test failed both times or only at first; those that were left out and why; and last
// "N passed, N failed[, N skipped][, N flaky]".

import {stripVTControlCharacters} from 'node:util';

const MARKS = {expected: '  ok  ', unexpected: 'FAIL', flaky: 'FLAKY', skipped: '  skip'};

const pictureOf = ({attachments}) => attachments.find(({name}) => name === 'page')?.path;

export default class Reporter {
  #counts = {expected: 0, unexpected: 0, flaky: 0, skipped: 0};
  #leftOut = [];

  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  onError({message, stack}) {
    console.log(stack ?? message);
  }

  onTestEnd(test, result) {
    const failed = !['passed', 'skipped'].includes(result.status);
    if (failed && result.retry < test.retries) return; // it runs again
    const outcome = test.outcome();
    this.#counts[outcome]++;
    console.log(`${MARKS[outcome]} ${test.title} (${result.duration} ms)`);
    if (outcome === 'unexpected') this.#explain(result);
    if (outcome === 'flaky') this.#explain(test.results[0]);
    if (outcome === 'skipped') this.#leftOut.push(`  ${test.title}: ${test.annotations.map(({description}) => description)}`);
  }

  #explain(result) {
    const picture = pictureOf(result);
    if (picture) console.log(`    picture: ${picture}`);
    for (const {stack, message} of result.errors) {
      console.log(`    ${stripVTControlCharacters(stack ?? message)}`.replaceAll('\n', '\n    '));
    }
  }

  onEnd({status}) {
    const {expected, unexpected, flaky, skipped} = this.#counts;
    if (skipped > 0) console.log(['left out:', ...this.#leftOut].join('\n'));
    const failed = unexpected || (status === 'passed' ? 0 : 1);
    console.log(
      `${expected} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${flaky ? `, ${flaky} flaky` : ''}`,
    );
  }

  printsToStdio() {
    return true;
  }
}
