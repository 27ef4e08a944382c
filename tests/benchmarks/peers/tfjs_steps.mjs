// The product benchmark's dense workload in TensorFlow.js on its WebAssembly backend: microseconds a
// step, each loss read. W2 and W3 are left out: accumulating gradients has no call of its own there,
// and its WebAssembly backend has no kernel for the gradient of a convolution's filter.

const BATCH = 32;
const BATCHES = 64;

/** `tf` is the library with its WebAssembly backend; `path` is the folder of that backend's files. */
export async function timeTensorFlow(tf, path, rounds) {
  tf.wasm.setWasmPaths(path);
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const glorot = (rows, columns) => tf.variable(tf.randomUniform([rows, columns], -1, 1).mul(Math.sqrt(6 / (rows + columns))));
  const w1 = glorot(784, 128),
    w2 = glorot(128, 10);
  const b1 = tf.variable(tf.zeros([128])),
    b2 = tf.variable(tf.zeros([10]));
  const images = [],
    labels = [];
  for (let batch = 0; batch < BATCHES; ++batch) {
    images.push(tf.randomUniform([BATCH, 784]));
    labels.push(tf.oneHot(tf.randomUniform([BATCH], 0, 10, 'int32'), 10).toFloat());
  }
  const optimizer = tf.train.sgd(0.01);
  let at = 0;
  const run = async (steps) => {
    for (let step = 0; step < steps; ++step, ++at) {
      const loss = optimizer.minimize(() => {
        const hidden = tf.relu(images[at % BATCHES].matMul(w1).add(b1));
        return tf.losses.softmaxCrossEntropy(labels[at % BATCHES], hidden.matMul(w2).add(b2));
      }, true);
      await loss.data();
      loss.dispose();
    }
  };
  await run(20);
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    await run(20);
    times.push(((performance.now() - start) * 1e3) / 20);
  }
  times.sort((a, b) => a - b);
  return {W1: times[Math.floor(times.length / 2)]};
}
