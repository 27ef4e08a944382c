// The product benchmark's dense workload in onnxruntime-web on WebAssembly, one thread: microseconds a
// step, each loss read. Its step is one graph (onnx_step.py), and W1 only: W2 and W3 would each need
// another graph with gradients written out by hand.

const BATCH = 32;
const BATCHES = 64;

/** `ort` is the library, `path` the folder of its files, `model` the address of the graph. */
export async function timeOnnxRuntime(ort, path, model, rounds) {
  ort.env.wasm.wasmPaths = path;
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(model, {executionProviders: ['wasm']});
  const tensor = (shape, fill) =>
    new ort.Tensor('float32', Float32Array.from({length: shape.reduce((a, b) => a * b)}, fill), shape);
  const glorot = (rows, columns) => {
    const bound = Math.sqrt(6 / (rows + columns));
    return tensor([rows, columns], () => (2 * Math.random() - 1) * bound);
  };
  let parameters = {w1: glorot(784, 128), b1: tensor([128], () => 0), w2: glorot(128, 10), b2: tensor([10], () => 0)};
  const batches = Array.from({length: BATCHES}, () => {
    const digits = Array.from({length: BATCH}, () => Math.floor(Math.random() * 10));
    return {
      images: tensor([BATCH, 784], Math.random),
      labels: tensor([BATCH, 10], (_, i) => Number(digits[Math.floor(i / 10)] === i % 10)),
    };
  });
  let at = 0;
  const losses = [];
  const run = async (steps) => {
    for (let step = 0; step < steps; ++step, ++at) {
      const out = await session.run({...batches[at % BATCHES], ...parameters});
      losses.push(out.loss.data[0]);
      parameters = {w1: out.new_w1, b1: out.new_b1, w2: out.new_w2, b2: out.new_b2};
    }
  };
  await run(100);
  const times = [];
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    await run(100);
    times.push(((performance.now() - start) * 1e3) / 100);
  }
  if (!(losses.at(-1) < losses[0])) throw new Error(`onnxruntime-web does not learn: ${losses[0]}, ${losses.at(-1)}`);
  times.sort((a, b) => a - b);
  return {W1: times[Math.floor(times.length / 2)]};
}
