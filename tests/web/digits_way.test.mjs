// The live picture of lesson 9 that follows one digit through a network and back: nine stations by arrow keys, whose figures
// are those of the emulator.

import {assert, eventually, test} from './harness.mjs';
import {openLesson} from './lessons.mjs';

const STATIONS = [
  /The image: 28 by 28 pixels from 0 to 255\. It is a \d\./, /The infeed queue: .* number 51\. The IPU waited [\d.]+ µs/,
  /Forward, dense: \d+ of its 64 units are above zero, .* takes [\d.]+ µs/, /Forward, dense_1: a number for each class, the largest for \d/,
  /Softmax makes probabilities/, /Backward, dense_1: .* takes [\d.]+ µs/, /Backward, dense: /, /largest of 50,176 is [\d.e-]+/,
  /The weight update takes [\d.]+ µs\. .* by at most [\d.e-]+/,
];

/** What the picture of the lesson says, from the JavaScript API. */
const expected = (page) => page.evaluate(async () => {
  const {createPipette} = await import('/pipette.mjs');
  const session = (await createPipette()).createSession({
    experiment: 'mnist-with-feeds', steps: 250, stepsPerExecution: 50, hiddenUnits: 64, learningRate: 0.05,
  });
  session.advance({steps: 51});
  const {images, labels: [label]} = session.testImages(2, 3);
  const {loss, layers: [hidden]} = session.imageWay({data: images, shape: [28, 28]}, label);
  return {label, loss: loss.toPrecision(3), above: hidden.output.data.filter((value) => value > 0).length};
});

test("digit's way: arrow keys lead through nine stations with the emulator's figures", {timeout: 90000}, async ({page, url}) => {
  await openLesson(page, url, 'looking-inside');
  const way = page.locator('#way');
  await way.scrollIntoViewIfNeeded();
  const said = (station) => eventually(`station ${station}`, async () => {
    const text = await way.locator('.output').innerText();
    return text.startsWith(`Station ${station} of 9.`) && await way.getAttribute('data-state') === 'ran' && text;
  }, 30000);
  await said(3);
  const slider = way.getByRole('slider', {name: 'Station'});
  await slider.focus();
  await page.keyboard.press('Home');
  const {label, loss, above} = await expected(page);
  for (let station = 1; station <= STATIONS.length; station++) {
    const text = await said(station);
    assert.match(text, STATIONS[station - 1]);
    if (station === 1) assert.ok(text.includes(`It is a ${label}.`), text);
    if (station === 3) assert.ok(text.includes(`${above} of its 64 units`), text);
    if (station === 5) assert.ok(text.includes(`= ${loss}.`), text);
    const pictures = {2: 'pipette-queues', 5: '.bars'}[station] ?? '.tensor canvas';
    assert.equal(await way.locator('.output').locator(pictures).first().isVisible(), true, `the picture of station ${station}`);
    await page.keyboard.press('ArrowRight');
  }
});
