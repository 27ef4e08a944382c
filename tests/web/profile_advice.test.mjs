// Insights of the viewer, and their advice where a host can try it.

import {assert, test} from './harness.mjs';
import {INSIGHT, openReport} from './profiles.mjs';
import {smallProfile} from './small_profile.mjs';

test('profile: an insight goes to its thing; a report has no host that could try its advice', async ({page}) => {
  await openReport(page, smallProfile({insights: [INSIGHT]}), 'insights');
  await page.getByText('Expected waiting for elements: 1,000 instead of 3,000 cycles a step.').waitFor();
  assert.equal(await page.getByRole('button', {name: 'Try it'}).count(), 0);
  await page.getByRole('button', {name: 'Show in Execution trace'}).click();
  assert.equal(await page.getByRole('tab', {name: 'Execution trace'}).getAttribute('aria-selected'), 'true');
  assert.deepEqual(await page.evaluate(() => window.pipetteReport.selection), {operation: 'infeed'});
});

test('profile: Try it gives the changes, and what came stands beside the promise', async ({page}) => {
  const profile = smallProfile({insights: [INSIGHT]}),
    changes = INSIGHT.advice[0].changes;
  await openReport(page, profile, 'insights');
  const show = (tried) =>
    page.evaluate(
      ([json, given]) => {
        const View = window.pipetteReport.constructor;
        window.tryingView?.destroy();
        window.tryingView = new View(document.body, {profile: json, tab: 'insights', applies: true, tried: given});
        window.tryingView.addEventListener('apply', ({detail}) => {
          window.applied = detail;
        });
        window.tryingView.addEventListener('take', ({detail}) => {
          window.taken = detail;
        });
      },
      [profile, tried],
    );
  await show([]);
  await page.getByRole('button', {name: 'Try it'}).click();
  assert.deepEqual(await page.evaluate(() => window.applied), changes);
  const measures = (value) => [
    [
      {measure: 'stash', ipu: 0, value: 7},
      {measure: 'elementWaits', value},
    ],
  ];
  for (const [tried, text] of [
    [{}, 'It is being tried'],
    [{failed: 'no room'}, 'It could not be tried: no room'],
    [{measures: measures(1200)}, '1,200 cycles a step came: the promise is kept.'],
    [{measures: measures(1201)}, '1,201 cycles a step came: the promise is not kept.'],
    [{measures: [[]]}, 'does not have this figure'],
  ]) {
    await show([{changes, ...tried}]);
    await page.getByText(text, {exact: false}).waitFor();
    assert.equal(await page.getByRole('button', {name: 'Try it'}).count(), 0);
    assert.equal(await page.getByRole('button', {name: 'Use it'}).count(), text.includes('came') ? 1 : 0, text);
  }
  await show([{changes, measures: measures(1200)}]);
  await page.getByRole('button', {name: 'Use it'}).click();
  assert.deepEqual(await page.evaluate(() => window.taken), changes);
});
