// The page for Python programs: what a program prints and runs is shown, mistakes are marked at their line, a program can be
// stopped, kept, opened from files and handed on by a link.

import {assert, eventually, gotoAnew, test, testInEveryBrowser} from './harness.mjs';

const PATIENCE_MS = 60_000; // for the interpreter, on a slow processor

async function openPython(page, url, fragment = '') {
  await gotoAnew(page, `${url}python/${fragment}`);
  await page.waitForFunction(() => window.pipettePython);
  await page.evaluate(() => window.pipettePython.ready);
}

/** The program as it is, with modules beside it. */
const write = (page, code, modules = {}) =>
  page.evaluate(
    ([main, others]) => window.pipettePython.program.open({'main.py': main, ...others}, 'main.py'),
    [code, modules],
  );

const idle = (page) => page.waitForFunction(() => document.body.dataset.state === 'idle', null, {timeout: PATIENCE_MS});
const printed = (page) => page.evaluate(() => window.pipettePython.printed.text);

async function runAll(page, code, modules) {
  await write(page, code, modules);
  await page.click('[data-action=run]');
  await idle(page);
  return printed(page);
}

const TRAINING = `import time
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
x = tf.random.uniform([64, 6])
y = tf.zeros([64], tf.int32)
began = time.time()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(4, activation='softmax')])
    model.compile('sgd', 'sparse_categorical_crossentropy')
    model.fit(x.numpy(), y.numpy(), batch_size=8, verbose=0)
print('modelled', time.time() > began)
`;

testInEveryBrowser('a program prints, and what it runs is shown beside it', {timeout: 120_000}, async ({page, url}) => {
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPython(page, url);
  assert.equal(await page.inputValue('select'), 'mnist_with_feeds.py');
  assert.ok(!asked.some((address) => address.includes('pyodide')), 'the interpreter is loaded when it is asked for');
  assert.equal(await runAll(page, TRAINING), 'modelled True\n');
  assert.match(await page.textContent('.clocks'), /The program has ended\..*time\.time\(\) counts: [\d.]+ s.*perf_counter/);
  const queues = await page.textContent('pipette-queues');
  assert.match(
    await page.evaluate(() => document.querySelector('pipette-queues').snapshot.losses.constructor.name),
    /Float32Array/,
  );
  assert.ok(queues !== null);
  assert.equal(await page.locator('.tensor, .curve').count(), 0, 'it dequeues nothing');
  await page.click('details.profile summary');
  await page.waitForSelector('pipette-profile');
});

const FUNCTION = `import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([
        keras.layers.Dense(64, activation='relu'),
        keras.layers.Dense(4, activation='softmax'),
    ])
    optimizer = keras.optimizers.SGD(0.1)

@tf.function(experimental_compile=True)
def train(x):
    for _ in tf.range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2.0)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))

with strategy.scope():
    strategy.run(train, args=[tf.random.uniform([64, 6])])
`;

test(
  'lines have their share of the cycles, and mark their operations as these mark them',
  {timeout: 120_000},
  async ({page, url}) => {
    await openPython(page, url);
    assert.equal(await runAll(page, FUNCTION), '');
    const lines = await page.evaluate(() => [...window.pipettePython.machines.shares().keys()]);
    assert.deepEqual(lines.toSorted(), ['main.py:16', 'main.py:18', 'main.py:7', 'main.py:8']);
    const shares = await page.evaluate(() => [...window.pipettePython.machines.shares().values()]);
    const sum = shares.reduce((a, b) => a + b);
    assert.ok(sum > 0.2 && sum <= 1 + 1e-9, `${sum}`);
    assert.equal(await page.locator('.cm-share').count(), lines.length);

    // From the line to its operations ...
    await page.locator('.cm-share').first().click();
    await page.waitForSelector('pipette-profile');
    await page.waitForFunction(() => document.querySelector('pipette-profile').view?.selection?.source === 'main.py:7');
    assert.equal(await page.evaluate(() => document.querySelector('pipette-profile').view.tab), 'operations');
    assert.match(await page.textContent('.cm-chosen-line'), /Dense\(64/);
    await page.click('.cm-line >> text=optimizer.apply_gradients');
    await page.waitForFunction(() => document.querySelector('pipette-profile').view.selection.source === 'main.py:18');
    assert.match(await page.textContent('pipette-profile .p-status'), /^main\.py:18: \d+\soperations/);
    // ... and back.
    await page.evaluate(() => {
      const {view} = document.querySelector('pipette-profile');
      view.select({operation: view.model.operations.find(({sources = []}) => sources.includes('main.py:8')).name});
    });
    assert.match(await page.textContent('.cm-chosen-line'), /Dense\(4/);
    await page.evaluate(() => document.querySelector('pipette-profile').select(null));
    assert.equal(await page.locator('.cm-chosen-line').count(), 0);
    await page.click('.cm-line >> text=import tensorflow as tf');
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    assert.equal(await page.locator('.cm-share').count(), 0, 'an edited program is another one');
  },
);

test('a mistake is marked at its line, and the traceback leads there', {timeout: 120_000}, async ({page, url}) => {
  await openPython(page, url);
  const text = await runAll(page, 'import helper\nprint(1)\nhelper.half(3)\n', {
    'helper.py': 'def half(x):\n    return x.real / nothing\n',
  });
  assert.match(text, /^1\nTraceback \(most recent call last\):\n/);
  assert.match(text, /NameError: name 'nothing' is not defined/);
  assert.equal(await page.evaluate(() => window.pipettePython.program.shown), 'helper.py');
  assert.equal((await page.textContent('.cm-error-line')).trim(), 'return x.real / nothing');
  await page.click('.line-link >> text=main.py');
  assert.equal(await page.evaluate(() => window.pipettePython.program.shown), 'main.py');
  assert.equal(await page.textContent('.cm-error-line'), 'helper.half(3)');
  assert.equal(await runAll(page, 'print("well")\n'), 'well\n', 'the next program has nothing of the one before');
});

test('a program without an end is stopped, and the next one runs', {timeout: 180_000}, async ({page, url}) => {
  await openPython(page, url);
  await write(page, 'print("begins")\nwhile True:\n    pass\n');
  await page.click('[data-action=run]');
  await eventually('it prints', async () => (await printed(page)) === 'begins\n', PATIENCE_MS);
  await page.click('[data-action=stop]');
  await idle(page);
  assert.equal(await printed(page), 'begins\nStopped.\n');
  assert.equal(await runAll(page, 'print(6 * 7)\n'), '42\n');
});

test('arguments, files and data come from the reader', {timeout: 120_000}, async ({page, url}) => {
  await openPython(page, url);
  const file = (name, text) => ({name, mimeType: 'text/x-python', buffer: Buffer.from(text)});
  await page.setInputFiles('input[type=file]', [
    file('model.py', 'SIZE = 5\n'),
    file('train.py', 'import sys\nfrom model import SIZE\nif __name__ == "__main__":\n    print(sys.argv, SIZE)\n'),
  ]);
  await eventually('the files are there', () =>
    page.evaluate(() => window.pipettePython.program.names.join() === 'train.py,model.py'),
  );
  await page.fill('input[type=text]', '--name "two words" -n 3');
  await page.click('[data-action=run]');
  await idle(page);
  assert.equal(await printed(page), "['train.py', '--name', 'two words', '-n', '3'] 5\n");
  await page.setInputFiles('input[type=file]', [{name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x')}]);
  await eventually('it says so', async () => /notes\.txt: programs end in \.py/.test(await page.textContent('.said')));
  await page.reload();
  await page.evaluate(() => window.pipettePython.ready);
  assert.equal(await page.evaluate(() => window.pipettePython.program.names.join()), 'train.py,model.py', 'they are kept');
});

test('a link holds the program, which nobody runs unread', {timeout: 120_000}, async ({page, url}) => {
  await openPython(page, url);
  await write(page, 'print("from far")\n');
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => Promise.resolve((window.copied = text));
  });
  await page.click('[data-action=share]');
  const link = await eventually('it is copied', () => page.evaluate(() => window.copied));
  await openPython(page, url, new URL(link).hash);
  assert.equal(await page.evaluate(() => window.pipettePython.program.files['main.py']), 'print("from far")\n');
  assert.ok(await page.isDisabled('[data-action=run]'));
  await page.reload();
  await page.evaluate(() => window.pipettePython.ready);
  assert.ok(await page.isDisabled('[data-action=run]'), 'it is still that program');
  await page.click('[data-action=agree]');
  await page.click('[data-action=run]');
  await idle(page);
  assert.equal(await printed(page), 'from far\n');
});

testInEveryBrowser('a link that was cut off says so, and shows a program', async ({page, url}) => {
  await openPython(page, url, '#code=q1YqSy1SslIqKE');
  assert.match(await page.textContent('.said'), /^The link holds no program that can be read/);
  assert.equal(await page.evaluate(() => window.pipettePython.program.main), 'mnist_with_feeds.py');
});

test('of much output the latest lines are shown, and that there were others', {timeout: 120_000}, async ({page, url}) => {
  await openPython(page, url);
  const text = await runAll(page, 'for i in range(9000):\n    print(i)\nprint("a\\rb", end="")\n');
  assert.match(text, /^Earlier lines are not shown\.\n5\d{3}\n/);
  assert.match(text, /\n8999\nb$/);
});

test('the program is edited by keys', async ({page, url}) => {
  await openPython(page, url);
  await write(page, '');
  await page.click('.cm-content');
  await page.keyboard.type('if x:\ny = (1');
  await eventually('brackets close and blocks are indented', () =>
    page.evaluate(() => window.pipettePython.program.files['main.py'] === 'if x:\n    y = (1)'),
  );
  await page.keyboard.press('Control+z');
  assert.notEqual(await page.evaluate(() => window.pipettePython.program.files['main.py']), 'if x:\n    y = (1)');
});

const OUTFED = `import tensorflow as tf
from tensorflow.python import ipu

queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
strategy = ipu.ipu_strategy.IPUStrategy()

@tf.function
def program(n):
    x = tf.zeros([4, 5])
    for _ in tf.range(n):
        x = x + 1.0
        queue.enqueue({'picture': x, 'loss': tf.reduce_mean(x)})
    return x

strategy.run(program, [6])
print(queue.dequeue()['picture'].shape)
`;

test('what comes out of outfeed queues is drawn by its name', {timeout: 120_000}, async ({page, url}) => {
  await openPython(page, url);
  assert.equal(await runAll(page, OUTFED), '(6, 4, 5)\n');
  assert.match(await page.textContent('.tensor figcaption'), /^picture 6 .* 4 .* 5/);
  assert.equal(await page.textContent('.tensor output'), 'element 6 of 6');
  assert.match(await page.textContent('.curve figcaption'), /^loss/);
});
